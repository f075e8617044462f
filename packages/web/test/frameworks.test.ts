import { frameworkTable } from '@authwright/test-kit/framework-table'
import { frameworkContract } from '@authwright/testing/frameworks'
import { expect, test } from 'vitest'
import { subjects } from './subjects/all.ts'
import { elysiaOnBun } from './subjects/elysia-on-bun.ts'

for (const subject of subjects) frameworkContract({ subject, test })

test('docs/reference/frameworks.md shows what is checked', () => {
  // runtimes/contract.runtimes.ts runs it.
  const inBun = { ...elysiaOnBun, name: `${elysiaOnBun.name} on Bun` }
  const { written, measured } = frameworkTable('web', [...subjects, inBun])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
