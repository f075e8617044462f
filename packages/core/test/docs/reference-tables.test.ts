import { expect, test } from 'vitest'
import { replacePart } from '@authwright/test-kit/generated-table'
import { readPage, referenceParts } from '../../scripts/reference-tables.ts'

test.each(referenceParts())(
  'docs/reference/%s is up to date; if not, run: node packages/core/scripts/reference-tables.ts',
  (page, name, text) => {
    const written = readPage(page)
    expect(written).toBe(replacePart(written, name, text))
  },
)
