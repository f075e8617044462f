import { isObject, isRow } from '../base/json.ts'
import type { Awaitable } from '../base/async.ts'
import { warnOnce } from './config-warnings.ts'
import type { ConfigWarning } from './engine-types.ts'
import type { LoggerInstance } from '../types/index.ts'

// Results of callbacks and adapters that are valid but lose data. Of a development server only.

type Warn = (warnings: readonly ConfigWarning[]) => void

/** Calls the `jwt` callback, and warns about claims without `sub`. A callback may drop other claims on purpose. */
export const callJwt = async <Params extends { readonly token: unknown }, Result>(
  jwt: (params: Params) => Awaitable<Result>,
  params: Params,
  warn: Warn,
): Promise<Result> => {
  // Read before: the callback may change the token.
  const hadUser = isObject(params.token) && params.token['sub'] !== undefined
  const returned = await jwt(params)
  if (!hadUser || !isObject(returned) || returned['sub'] !== undefined) return returned
  const remedy = 'return the claims of the token with your own, as in ({ ...token, role })'
  warn([['jwt-claims-lost', `The jwt callback returned claims without sub, so the session loses the user: ${remedy}`]])
  return returned
}

/** Calls the `session` callback, and warns about a session without `user` or without `expires`. */
export const callSession = async <Params, Result>(
  session: (params: Params) => Awaitable<Result>,
  params: Params,
  warn: Warn,
): Promise<Result> => {
  const returned = await session(params)
  if (!isObject(returned)) return returned
  const missing = [
    ...(isRow(returned['user']) ? [] : ['user']),
    ...(returned['expires'] === undefined ? ['expires'] : []),
  ]
  if (missing.length === 0) return returned
  const what = `The session callback returned a session without ${missing.join(' and ')}`
  const remedy = 'return the session with your own members, as in ({ ...session, role: token.role })'
  warn([['session-incomplete', `${what}: ${remedy}`]])
  return returned
}

/** Warns about members of a new user that the stored row does not have. An adapter leaves out what the table has no column for. */
export const warnOfLostMembers = (written: object, row: object, logger: LoggerInstance): void => {
  const lost = Object.entries(written).filter(
    ([name, value]) => value !== undefined && value !== null && !(name in row),
  )
  if (lost.length === 0) return
  const names = lost.map(([name]) => name).join(', ')
  const text = `The adapter did not store these members of the user: ${names}. Add a column for each to the table`
  warnOnce(logger, logger, [['members-not-stored', text]])
}
