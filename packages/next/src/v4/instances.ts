import type { NodeEngine } from '@authwright/node/engine'
import type { IncomingMessage } from 'node:http'
import { NextAuth, type NextAuthResult } from '../next-auth.ts'
import { makePagesEngine } from '../pages-router.ts'
import { findBasePath, type NextAuthOptions } from './options.ts'

/** What serves one options object: in the App Router, and in the pages router. */
export interface Instance {
  readonly basePath: string
  readonly app: NextAuthResult
  readonly pages: NodeEngine<IncomingMessage>
}

const instances = new WeakMap<NextAuthOptions, Instance>()

const makeInstance = (given: NextAuthOptions): Instance => {
  const basePath = findBasePath(given)
  const options = { ...given, basePath }
  return { basePath, app: NextAuth(options), pages: makePagesEngine(options, undefined) }
}

/** Applications of next-auth 4 pass their options to every function. They are resolved once. */
export const instanceFor = (options: NextAuthOptions): Instance => {
  const found = instances.get(options) ?? makeInstance(options)
  instances.set(options, found)
  return found
}
