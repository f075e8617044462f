import { gatherAccountFacts } from '../accounts/account-facts.ts'
import { applyDecision, type AppliedDecision } from '../accounts/apply-decision.ts'
import { decideAccount, verifiesEmail, type StoredUser } from '../accounts/decide-account.ts'
import { checkStillUnverified, verifyEmail } from '../accounts/unverified.ts'
import { AccountNotLinked, AdapterError, authError, OAuthAccountNotLinked } from '../errors/error-classes.ts'
import { accountChangeOf, announce } from '../notifications/announce.ts'
import { pause } from '../runtime/engine.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import { AdapterTimeout, type BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../store/rows.ts'
import type { Cookie } from '../types/http.ts'
import type { User } from '../types/user.ts'
import { findExistingUsers, toNewSession, type SignIn } from './sign-in-record.ts'

/** A sign-in that was written. */
interface WrittenSignIn {
  readonly applied: AppliedDecision
  /** The cookies of the session; `undefined` if the session is issued after the writes. */
  readonly cookies: readonly Cookie[] | undefined
}

/** Issue the session of a sign-in. A kept database session stays as it is; a kept session in a cookie is written again. */
const issueSession = async (
  signIn: SignIn,
  applied: AppliedDecision,
  adapter?: BoundAdapter,
): Promise<readonly Cookie[]> => {
  const { context, request } = signIn
  if (applied.keepsSession && context.config.session.strategy === 'database') return []
  return sessionsOf(context).issue(context, request.cookies, toNewSession(signIn, applied), adapter)
}

/** Write user, account and session. They are one transaction where the adapter has transactions. */
const write = async (signIn: SignIn, adapter: BoundAdapter): Promise<WrittenSignIn> => {
  const { context, identity } = signIn
  const isTransaction = adapter.transaction !== undefined
  const apply = async (within: BoundAdapter): Promise<AppliedDecision> => {
    const decision = decideAccount(await gatherAccountFacts(signIn, within))
    return applyDecision({ context, identity, adapter: within, isTransaction }, decision)
  }
  if (adapter.transaction === undefined) return { applied: await apply(adapter), cookies: undefined }
  // The jwt callback is the application's code and may read the database, so it runs after the commit.
  if (context.config.session.strategy === 'jwt')
    return { applied: await adapter.transaction(apply), cookies: undefined }
  return adapter.transaction(async (within) => {
    const applied = await apply(within)
    return { applied, cookies: await issueSession(signIn, applied, within) }
  })
}

const isSameUser = (a: StoredUser | null | undefined, b: StoredUser | null | undefined): boolean =>
  (a?.id ?? null) === (b?.id ?? null)

/** The sign-in with the users that exist now, or `undefined` when they are the same as before. */
const findChanged = async (signIn: SignIn): Promise<SignIn | undefined> => {
  const now = await findExistingUsers(signIn.context, signIn.identity)
  const isSame = isSameUser(now.accountUser, signIn.accountUser) && isSameUser(now.emailUser, signIn.emailUser)
  return isSame ? undefined : { ...signIn, ...now }
}

/** Milliseconds to wait before each lookup of the users. */
const PAUSES = [0, 50, 250] as const

/**
 * A refused sign-in may be the second request of a user whose first request is being written at this moment. Without
 * transactions the account is written a moment after the user, so look up the users several times.
 */
const awaitChange = async (signIn: SignIn, adapter: BoundAdapter): Promise<SignIn | undefined> => {
  const { accountUser, options, context } = signIn
  const mayChange = accountUser === null && options.linkTo === undefined && adapter.transaction === undefined
  for (const milliseconds of mayChange ? PAUSES : [0]) {
    if (milliseconds > 0) await pause(context.runtime.after, milliseconds)
    const changed = await findChanged(signIn)
    if (changed !== undefined) return changed
  }
  return undefined
}

const writeOrAwait = async (signIn: SignIn, adapter: BoundAdapter): Promise<WrittenSignIn> => {
  try {
    return await write(signIn, adapter)
  } catch (error) {
    if (!(error instanceof OAuthAccountNotLinked) && !(error instanceof AccountNotLinked)) throw error
    const changed = await awaitChange(signIn, adapter)
    if (changed === undefined) throw error
    return write(changed, adapter)
  }
}

/** Whether a failed write may be repeated. The second write finds what the first one wrote, except a passkey. */
const canRepeat = ({ identity }: SignIn, adapter: BoundAdapter, error: unknown): boolean =>
  error instanceof AdapterError &&
  // The user is waiting, so a database that did not respond in time is not asked again.
  !(error instanceof AdapterTimeout) &&
  (identity.authenticator === undefined || adapter.transaction !== undefined)

/**
 * Write a sign-in, and repeat it once if it fails: another tab of the user may have written first, or the write succeeded and
 * only its response was lost.
 */
const writeWithRetry = async (signIn: SignIn, adapter: BoundAdapter): Promise<WrittenSignIn> => {
  try {
    return await writeOrAwait(signIn, adapter)
  } catch (error) {
    if (!canRepeat(signIn, adapter, error)) throw error
    // Read outside the failed transaction, which cannot read any more.
    return writeOrAwait((await findChanged(signIn)) ?? signIn, adapter)
  }
}

/**
 * Without transactions: refuse the sign-in if the address of the user was verified during the write. A session in a cookie has a
 * claim for this instead (`sessions/unverified-session.ts`).
 */
const checkAfterWrite = async (
  { context, identity }: SignIn,
  adapter: BoundAdapter,
  applied: AppliedDecision,
  cookies: readonly Cookie[],
): Promise<void> => {
  const isInDatabase = context.config.session.strategy === 'database'
  const isWritten = applied.isNewUser || (isInDatabase && !applied.keepsSession)
  if (!isWritten || identity.facts.verifiesEmail === 'itself') return
  const token = isInDatabase ? cookies.find(({ name }) => name === context.cookies.session.name)?.value : undefined
  await checkStillUnverified(adapter, identity, applied.user, token)
}

const unchanged = (user: User): AppliedDecision => ({
  user: user as StoredUser,
  isNewUser: false,
  keepsSession: false,
  events: [],
})

/** The user that `authorize` returned. A database session needs the row of that user in the adapter. */
const findOwnUser = async ({ context, identity }: SignIn): Promise<AppliedDecision> => {
  const { adapter, session } = context.config
  if (adapter === undefined || (session.strategy === 'jwt' && !verifiesEmail(identity))) return unchanged(identity.user)
  const user = await findUser(adapter, String(identity.user.id))
  if (user !== null && verifiesEmail(identity) && !isEmailVerified(user))
    return { ...unchanged(user), ...(await verifyEmail(context, adapter, identity, user)) }
  if (user !== null || session.strategy === 'jwt') return unchanged(user ?? identity.user)
  const message = 'authorize returned an id that is not the id of a user in the database'
  throw authError('UnsupportedStrategy', message, { provider: identity.account.provider })
}

/** Write user, account and session, then emit the events and notify the user. */
export const persistSignIn = async (
  signIn: SignIn,
): Promise<{ readonly applied: AppliedDecision; readonly cookies: readonly Cookie[] }> => {
  const { request, context, identity } = signIn
  const { adapter } = context.config
  if (adapter === undefined || !identity.facts.hasStoredUsers) {
    const applied = identity.facts.hasStoredUsers ? unchanged(identity.user) : await findOwnUser(signIn)
    await announce(request, context, applied.events, undefined)
    return { applied, cookies: await issueSession(signIn, applied) }
  }
  const { applied, cookies: issued } = await writeWithRetry(signIn, adapter)
  const { addedTo } = applied
  const change =
    identity.authenticator === undefined
      ? accountChangeOf(context, 'linked', identity.account.provider)
      : ({ kind: 'passkeyAdded' } as const)
  await announce(request, context, applied.events, addedTo && { user: addedTo, change })
  const cookies = issued ?? (await issueSession(signIn, applied))
  if (adapter.transaction === undefined) await checkAfterWrite(signIn, adapter, applied, cookies)
  return { applied, cookies }
}
