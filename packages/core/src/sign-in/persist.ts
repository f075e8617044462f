import type { AppliedDecision } from '../accounts/apply-decision.ts'
import { checkStillUnverified } from '../accounts/unverified/lock-unverified.ts'
import type { Identity, StoredUser } from '../accounts/identity.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser } from '../store/rows.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { authError } from '../errors/error-classes.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { Cookie } from '../types/http.ts'
import type { User } from '../types/user.ts'
import type { RequestInternal } from '../config/handler.ts'
import { signInEvent } from './existing-user.ts'
import { accountChangeOf, announce } from '../notifications/announce.ts'
import type { ChangeNotification } from '../notifications/announce.ts'
import { persistAccount } from './persist-account.ts'
import type { BeforePersist, IssueSession } from './persist-account.ts'

/** A sign-in that is written down. */
export interface PersistedSignIn {
  readonly applied: AppliedDecision
  readonly cookies: readonly Cookie[]
}

const unchanged = (user: User): AppliedDecision => ({
  user: user as StoredUser,
  isNewUser: false,
  keepsSession: false,
  events: [],
})

/** A credentials user is the application's own; for a database session it has to be one of the adapter's. */
const settleCredentials = async (context: AuthContext, identity: Identity): Promise<AppliedDecision> => {
  const { adapter, session } = context.config
  if (session.strategy === 'jwt' || adapter === undefined) return unchanged(identity.user)
  const user = await findUser(adapter, String(identity.user.id))
  if (user !== null) return unchanged(user)
  const why = 'authorize returned an id that is no user of the database, so there is nobody to keep a session for'
  throw authError('UnsupportedStrategy', why, { provider: identity.account.provider })
}

/** A database session goes on as it is; a token is made anew, so that the jwt callback hears of the new account. */
const keepsSession = (context: AuthContext, applied: AppliedDecision): boolean =>
  applied.keepsSession && context.config.session.strategy === 'database'

const findNoticed = (
  context: AuthContext,
  { account, authenticator }: Identity,
  { addedTo }: AppliedDecision,
): ChangeNotification | undefined => {
  if (addedTo === undefined) return undefined
  const isPasskey = authenticator !== undefined
  return {
    user: addedTo,
    change: isPasskey ? { kind: 'passkeyAdded' } : accountChangeOf(context, 'linked', account.provider),
  }
}

/** Whoever came in by an address that somebody proved meanwhile is not in. A token says itself that nobody had. */
const checkAgain = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
  applied: AppliedDecision,
  cookies: readonly Cookie[],
): Promise<void> => {
  const isInDatabase = context.config.session.strategy === 'database'
  const isWritten = applied.isNewUser || (isInDatabase && !applied.keepsSession)
  if (!isWritten || identity.method === 'email') return
  const token = isInDatabase ? cookies.find(({ name }) => name === context.cookies.session.name)?.value : undefined
  await checkStillUnverified(adapter, identity, applied.user, token)
}

/** Write a sign-in down: the user, the account and the session. Throws when any of them cannot be. */
export const persistSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  identity: Identity,
  before: BeforePersist,
): Promise<PersistedSignIn> => {
  const { adapter } = context.config
  const { method } = identity
  const issue: IssueSession = async (applied, within) =>
    keepsSession(context, applied)
      ? []
      : sessionsOf(context).issue(context, request.cookies, signInEvent(context, identity, applied), within)
  if (adapter === undefined || method === 'credentials') {
    const applied = method === 'credentials' ? await settleCredentials(context, identity) : unchanged(identity.user)
    return { applied, cookies: await issue(applied) }
  }
  const written = await persistAccount({ context, adapter, identity: { ...identity, method }, before, issue })
  await announce(request, context, written.applied.events, findNoticed(context, identity, written.applied))
  const cookies = written.cookies ?? (await issue(written.applied))
  if (adapter.transaction === undefined) await checkAgain(context, adapter, identity, written.applied, cookies)
  return { applied: written.applied, cookies }
}
