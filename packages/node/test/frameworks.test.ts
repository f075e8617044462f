import { frameworkTable } from '@authwright/test-kit/framework-table'
import { frameworkContract } from '@authwright/testing/frameworks'
import { expect, test } from 'vitest'
import { subjects } from './subjects/all.ts'
import { nest11 } from './subjects/installed-nest.ts'

for (const subject of subjects) frameworkContract({ subject, test })

test('docs/reference/frameworks.md shows what is checked', () => {
  const { written, measured } = frameworkTable('node', [...subjects, ...nest11(() => '')])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
