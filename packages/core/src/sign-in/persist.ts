import { gatherAccountFacts } from '../accounts/account-facts.ts'
import { applyDecision } from '../accounts/apply-decision.ts'
import type { AppliedDecision } from '../accounts/apply-decision.ts'
import { decideAccount } from '../accounts/decide-account.ts'
import type { StoredUser } from '../accounts/identity.ts'
import { checkStillUnverified } from '../accounts/unverified/lock-unverified.ts'
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked } from '../errors/error-classes.ts'
import { pause } from '../runtime/deadline.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import { AdapterTimeout } from '../store/bind-adapter.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { Cookie } from '../types/http.ts'
import { findExistingUsers, toNewSession } from './sign-in.ts'
import type { SignIn } from './sign-in.ts'

/** A sign-in that was written. */
export interface PersistedSignIn {
  readonly applied: AppliedDecision
  /** The cookies of the session; `undefined` when the session is issued after the writes. */
  readonly cookies: readonly Cookie[] | undefined
}

/** Issue the session of a sign-in. A kept database session stays as it is; a kept session in a cookie is written again. */
export const issueSession = async (
  signIn: SignIn,
  applied: AppliedDecision,
  adapter?: BoundAdapter,
): Promise<readonly Cookie[]> => {
  const { context, request } = signIn
  if (applied.keepsSession && context.config.session.strategy === 'database') return []
  return sessionsOf(context).issue(context, request.cookies, toNewSession(signIn, applied), adapter)
}

/** Write user, account and session. They are one transaction where the adapter has transactions. */
const write = async (signIn: SignIn, adapter: BoundAdapter): Promise<PersistedSignIn> => {
  const { context, identity } = signIn
  const isTransaction = adapter.transaction !== undefined
  const apply = async (within: BoundAdapter): Promise<AppliedDecision> => {
    const decision = decideAccount(await gatherAccountFacts(signIn, within))
    return applyDecision({ context, adapter: within, isTransaction }, identity, decision)
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

const writeOrAwait = async (signIn: SignIn, adapter: BoundAdapter): Promise<PersistedSignIn> => {
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
export const persistSignIn = async (signIn: SignIn, adapter: BoundAdapter): Promise<PersistedSignIn> => {
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
export const checkAfterWrite = async (
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
