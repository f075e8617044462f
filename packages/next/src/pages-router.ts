import { makeNodeEngine, type NodeEngine } from '@authwright/node/engine'
import type { Runtime } from '@authwright/core'
import type { IncomingMessage } from 'node:http'
import { defaultBasePath, type ConfigSource } from './config.ts'

/** The engine for the requests of the pages router, which are those of Node. Next.js fills in the headers of a proxy. */
export const makePagesEngine = (source: ConfigSource, runtime: Runtime | undefined): NodeEngine<IncomingMessage> =>
  makeNodeEngine(typeof source === 'function' ? () => source() : source, true, runtime, defaultBasePath())
