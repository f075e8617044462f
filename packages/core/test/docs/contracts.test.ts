import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractPages } from '../../scripts/contracts.ts'

test.each(Object.entries(contractPages))(
  'docs/reference/%s.md is up to date; if not, run: node --conditions=authwright-source packages/core/scripts/contracts.ts',
  (name, page) => {
    expect(readFileSync(join(import.meta.dirname, `../../../../docs/reference/${name}.md`), 'utf8')).toBe(page())
  },
)
