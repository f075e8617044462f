import { readDate } from '../base/time.ts'
import { sameSecret } from '../base/bytes.ts'
import { defined, nonEmpty } from '../base/json.ts'
import type { AccountAction, AccountPart, AccountRequest, AuthContext } from '../config/engine-types.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import { readRows } from '../store/rows.ts'
import type { AdapterSession } from '../types/adapter.ts'
import type { PageSession } from '../types/page-props.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { requireAdapter } from './account-request.ts'

/** Names a session of this user. The token or the handle stays on the server: a token would sign in. */
const idsOf = async ({ context, currentUser }: AccountRequest, { sessionToken }: AdapterSession) =>
  context.keyring.macs('account session', JSON.stringify([currentUser.userId, sessionToken]))

const canList = ({ config }: AuthContext): boolean =>
  config.session.strategy === 'database' && config.adapter?.listSessions !== undefined

const findSessions = async ({ context, currentUser }: AccountRequest) => {
  const { userId, token } = currentUser
  const rows = readRows((await context.config.adapter?.listSessions?.(userId, token)) ?? [], 'listSessions')
  // An adapter may list sessions that are over, and only delete them later.
  return rows.filter(({ expires }) => (readDate(expires)?.getTime() ?? 0) > context.runtime.now())
}

/** When a session was last renewed. Unknown near its absolute age, from which on a renewal does not move its expiry. */
const findLastActive = ({ config }: AuthContext, { expires, createdAt }: AdapterSession): number | undefined => {
  const { maxAge, absoluteMaxAge } = config.session
  const signedInAt = readDate(createdAt)?.getTime()
  const end = readDate(expires)?.getTime()
  if (end === undefined || (signedInAt !== undefined && end >= signedInAt + absoluteMaxAge * 1000)) return undefined
  return Math.max(end - maxAge * 1000, signedInAt ?? 0)
}

const toPageSession = async (accountRequest: AccountRequest, row: AdapterSession): Promise<PageSession> => {
  const [id = ''] = await idsOf(accountRequest, row)
  const { context, currentUser } = accountRequest
  const isCurrent = row.sessionToken === currentUser.token
  const lastActiveAt = isCurrent ? undefined : findLastActive(context, row)
  const signedInAt = readDate(row.createdAt)?.getTime()
  const device = { browser: nonEmpty(row.browser), system: nonEmpty(row.system) }
  return { id, isCurrent, ...defined({ ...device, signedInAt, lastActiveAt }) }
}

/** The sessions of the user: the current one first, then by their last use. */
const listSessions = async (accountRequest: AccountRequest): Promise<readonly PageSession[]> => {
  const rows = await findSessions(accountRequest)
  const sessions = await Promise.all(rows.map((row) => toPageSession(accountRequest, row)))
  const order = ({ isCurrent, lastActiveAt = 0 }: PageSession) => (isCurrent ? Infinity : lastActiveAt)
  return sessions.toSorted((one, other) => (order(one) < order(other) ? 1 : -1))
}

/** Sign out of another browser. A session that is over already counts as signed out. */
const endSession: AccountAction = async (accountRequest) => {
  const { context, request, currentUser } = accountRequest
  const sent = nonEmpty(request.fields['session'])
  if (sent === undefined || !canList(context)) return 'absent'
  for (const row of await findSessions(accountRequest)) {
    const ids = await idsOf(accountRequest, row)
    if (row.sessionToken === currentUser.token || !ids.some((id) => sameSecret(id, sent))) continue
    await requireAdapter(context).deleteSession?.(row.sessionToken)
    await context.config.emit('signOut', { session: row })
  }
  return 'session-ended'
}

const endOthers: AccountAction = async ({ context, request, currentUser }) => {
  const revocation = await revokeSessions(context, currentUser.userId, currentUser)
  const cookies = await sessionsOf(context).renew(context, request, undefined, revocation)
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done: 'sessions-ended' }), cookies)
}

/** The browsers in which the user is signed in. A user who sees a foreign one need not sign in again to end it. */
export const sessionsPart: AccountPart = {
  actions: { 'session-end': endSession, 'sessions-end': endOthers },
  forms: {},
  section: async (accountRequest) => {
    const { context, currentUser } = accountRequest
    const { adapter, session } = context.config
    if (adapter === undefined || currentUser.user === undefined) return {}
    const method = session.strategy === 'database' ? 'deleteSessions' : 'revokeSessions'
    const canEndOthers = adapter[method] !== undefined
    if (canList(context)) return { sessions: { list: await listSessions(accountRequest), canEndOthers } }
    return canEndOthers ? { sessions: { canEndOthers } } : {}
  },
}
