import type { Subject } from '@authwright/testing/frameworks'
import { express, express4 } from './express.ts'
import { fastify } from './fastify.ts'
import { koa } from './koa.ts'
import { nestExpress, nestFastify } from './nestjs.ts'
import { nodeHttp, nodeHttp2 } from './node.ts'

/** The servers that the contract runs with. */
export const subjects: readonly Subject[] = [
  nodeHttp,
  nodeHttp2,
  express,
  express4,
  koa,
  fastify,
  nestExpress,
  nestFastify,
]
