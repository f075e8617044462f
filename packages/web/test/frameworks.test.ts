import { frameworkTable } from '@authwright/test-kit/framework-table'
import { frameworkContract } from '@authwright/testing/frameworks'
import { expect, test } from 'vitest'
import { elysiaOnBun } from './subjects/elysia-on-bun.ts'
import { elysia } from './subjects/elysia.ts'
import { plainFetch } from './subjects/fetch.ts'
import { h3 } from './subjects/h3.ts'
import { hono } from './subjects/hono.ts'

const subjects = [hono, h3, elysia, plainFetch]

for (const subject of subjects) frameworkContract({ subject, test })

test('docs/reference/frameworks.md shows what is checked', () => {
  // runtimes/contract.runtimes.ts runs it.
  const inBun = { ...elysiaOnBun, name: `${elysiaOnBun.name} on Bun` }
  const { written, measured } = frameworkTable('web', [hono, h3, elysia, inBun, plainFetch])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
