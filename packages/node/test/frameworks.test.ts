import { frameworkTable } from '@authwright/test-kit/framework-table'
import { frameworkContract } from '@authwright/testing/frameworks'
import { expect, test } from 'vitest'
import { express, express4 } from './subjects/express.ts'
import { fastify } from './subjects/fastify.ts'
import { koa } from './subjects/koa.ts'
import { nestExpress, nestFastify } from './subjects/nestjs.ts'
import { nodeHttp, nodeHttp2 } from './subjects/node.ts'

const subjects = [nodeHttp, nodeHttp2, express, express4, koa, fastify, nestExpress, nestFastify]

for (const subject of subjects) frameworkContract({ subject, test })

test('docs/reference/frameworks.md shows what is checked', () => {
  const { written, measured } = frameworkTable('node', subjects)
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
