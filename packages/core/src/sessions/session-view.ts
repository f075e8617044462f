import type { AuthContext } from '../config/engine-types.ts'
import { isObject } from '../base/json.ts'
import type { AdapterUser, JWT, Session, User } from '../types/index.ts'
import type { SessionUpdate } from './session-types.ts'

/** Whether a session must be renewed: `session.updateAge` seconds after it was written. `writtenAt` is in seconds. */
export const isRenewalDue = ({ config, runtime }: AuthContext, writtenAt: number): boolean =>
  runtime.now() / 1000 - writtenAt >= config.session.updateAge

interface ShownUser {
  readonly name: unknown
  readonly email: unknown
  readonly image: unknown
}

const isText = (value: unknown): value is string | null => typeof value === 'string' || value === null

/**
 * The session that a client gets without a `session` callback: name, e-mail address, picture and expiry. The callback gets
 * everything else beside it, so that a callback that returns it by spreading publishes nothing by accident.
 */
const defaultSession = ({ name, email, image }: ShownUser, expires: Date): Session => {
  const user: User = {}
  if (isText(name)) user.name = name
  if (isText(email)) user.email = email
  if (isText(image)) user.image = image
  return { user, expires: expires.toISOString() }
}

const isSession = (returned: unknown): returned is Session => isObject(returned)
const isClaims = (returned: unknown): returned is JWT => isObject(returned)

/**
 * The session for the client, as the `session` callback decides. With `null` the callback shows none. Throws a `TypeError` for
 * any other value, and for a session that cannot be written as JSON, such as one with a bigint. The callback also gets `source`,
 * and can read the `hidden` members of the session by name. These are neither spread nor written as JSON.
 */
export const showSession = async (
  context: AuthContext,
  shown: ShownUser,
  expires: Date,
  source: { readonly token: JWT } | { readonly user: AdapterUser },
  update: SessionUpdate | undefined,
  hidden: Readonly<Record<string, unknown>> = {},
): Promise<Session | null> => {
  const session = defaultSession(shown, expires)
  if (!context.config.definedCallbacks.session) return session
  for (const [name, value] of Object.entries(hidden)) {
    Object.defineProperty(session, name, { value, enumerable: false, configurable: true })
  }
  // The published type of the callback demands the members of both strategies at once.
  const callback = context.config.callbacks.session as (params: object) => unknown
  const change = update === undefined ? undefined : { newSession: update.data, trigger: 'update' }
  const returned = await callback({ session, ...source, ...change })
  if (returned === null) return null
  if (!isSession(returned)) throw new TypeError('The session callback has to return a session or null')
  JSON.stringify(returned)
  return returned
}

/** The claims that a `jwt` callback returned. `null` ends the session. Throws a `TypeError` for any other value. */
export const readClaims = (returned: unknown): JWT | null => {
  if (returned === null || isClaims(returned)) return returned
  throw new TypeError('The jwt callback has to return claims or null')
}
