import type { Session } from '@authwright/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { instanceFor } from './instances.ts'
import type { NextAuthOptions } from './options.ts'

/** Without options, cookies of the library are read with the secret of the environment. */
const NO_OPTIONS: NextAuthOptions = { providers: [] }

/**
 * The session, or `null` when the user is signed out. Throws when the session cannot be read.
 *
 * With request and response, in an API route or in `getServerSideProps`, it renews the session. With the options only, in a page, an
 * action or a route handler of the App Router, it renews nothing.
 *
 * @example
 * const session = await getServerSession(authOptions)
 */
export function getServerSession(options?: NextAuthOptions): Promise<Session | null>
export function getServerSession(
  request: IncomingMessage,
  response: ServerResponse,
  options: NextAuthOptions,
): Promise<Session | null>
export function getServerSession(
  first?: NextAuthOptions | IncomingMessage,
  response?: ServerResponse,
  options?: NextAuthOptions,
): Promise<Session | null> {
  return options === undefined
    ? instanceFor((first as NextAuthOptions | undefined) ?? NO_OPTIONS).app.auth()
    : instanceFor(options)
        .pages.contextFor(first as IncomingMessage, response)
        .session()
}
