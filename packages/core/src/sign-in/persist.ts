import { findAccountUser, isSameAddress } from '../accounts/find-users.ts'
import { applyDecision, signInAs, type AppliedDecision } from '../accounts/apply-decision.ts'
import { emailOf, refusalError, verifiesEmail, type StoredUser } from '../accounts/decide-account.ts'
import { checkAfterWrite, verifyEmail, type Writing } from '../accounts/unverified.ts'
import { isClaimed } from '../config/imported-users.ts'
import { AccountNotLinked, AdapterError, authError, OAuthAccountNotLinked } from '../errors/error-classes.ts'
import { announce, providerName } from '../notifications/announce.ts'
import { pause } from '../runtime/engine.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { AdapterTimeout } from '../store/call-adapter.ts'
import { findCredentialsUser, isEmailVerified } from '../store/rows.ts'
import type { Cookie } from '../types/index.ts'
import { decideSignIn } from './decide-sign-in.ts'
import { isFoundByAccount, issueSession, unchanged, type PersistedSignIn } from './issue-session.ts'
import { findExistingUsers, type SignIn } from './sign-in-record.ts'

/** Whether a sign-in writes nothing but the session, which needs no transaction. */
const writesSessionOnly = ({ context, identity, options, accountUser }: SignIn): boolean =>
  accountUser !== null &&
  options.linkTo === undefined &&
  identity.authenticator === undefined &&
  !verifiesEmail(identity) &&
  !isClaimed(context, accountUser)

/** The user that `authorize` returned, with the row of the adapter, which a database session needs. */
const applyOwnUser = async (writing: Writing, user: StoredUser | null): Promise<AppliedDecision> => {
  const { context, identity } = writing
  if (user !== null) return { ...unchanged(user), ...(isEmailVerified(user) ? {} : await signInAs(writing, user)) }
  if (context.config.session.strategy === 'jwt') return unchanged(identity.user)
  const message = 'authorize returned an id that is not the id of a user in the database'
  throw authError('UnsupportedStrategy', message, { provider: identity.account.provider })
}

/** Write user, account and session. `issued` is `undefined` if the session is issued afterwards. */
const write = async (signIn: SignIn, adapter: BoundAdapter) => {
  const { context, identity } = signIn
  const isSession = writesSessionOnly(signIn)
  const isTransaction = adapter.transaction !== undefined && !isSession
  const isOwnUser = !identity.facts.hasStoredUsers
  // Read outside the transaction, which a database may abort when it rejects the application's own id.
  const ownUser = isOwnUser ? await findCredentialsUser(adapter, String(identity.user.id), identity.user) : null
  const apply = async (within: BoundAdapter) => {
    const writing = { context, identity, adapter: within, isTransaction }
    const applied = isOwnUser
      ? await applyOwnUser(writing, ownUser)
      : await applyDecision(writing, await decideSignIn(signIn, within))
    // The jwt callback is the application's code and may read the database, so it runs after the commit.
    const issuesNow = (isTransaction || isSession) && context.config.session.strategy === 'database'
    return { applied, issued: issuesNow ? await issueSession(signIn, applied, within) : undefined }
  }
  return adapter.transaction === undefined || isSession ? apply(adapter) : adapter.transaction(apply)
}

/** The sign-in with the users that exist now, or `undefined` when they are the same as before. */
const findChanged = async (signIn: SignIn): Promise<SignIn | undefined> => {
  const now = await findExistingUsers(signIn.context, signIn.identity)
  const isSame = now.accountUser?.id === signIn.accountUser?.id && now.emailUser?.id === signIn.emailUser?.id
  return isSame ? undefined : { ...signIn, ...now }
}

/** A refused sign-in may be the second request of a user whose first one is being written: look the users up again. */
const writeOrAwait = async (signIn: SignIn, adapter: BoundAdapter) => {
  const { accountUser, options, context } = signIn
  try {
    return await write(signIn, adapter)
  } catch (error) {
    if (!(error instanceof OAuthAccountNotLinked) && !(error instanceof AccountNotLinked)) throw error
    // Without transactions the account is written a moment after the user.
    const mayChange = accountUser === null && options.linkTo === undefined && adapter.transaction === undefined
    for (const milliseconds of mayChange ? [0, 50, 250] : [0]) {
      if (milliseconds > 0) await pause(context.runtime.after, milliseconds)
      const changed = await findChanged(signIn)
      if (changed !== undefined) return write(changed, adapter)
    }
    throw error
  }
}

/** Repeat a failed write once: another tab may have written first, or only the response was lost. */
const writeWithRetry = async (signIn: SignIn, adapter: BoundAdapter) => {
  try {
    return await writeOrAwait(signIn, adapter)
  } catch (error) {
    const findsFirst = signIn.identity.authenticator === undefined || adapter.transaction !== undefined
    // The user is waiting, so a database that did not respond in time is not asked again.
    if (!(error instanceof AdapterError) || error instanceof AdapterTimeout || !findsFirst) throw error
    // Read outside the failed transaction, which cannot read any more.
    return writeOrAwait((await findChanged(signIn)) ?? signIn, adapter)
  }
}

/** Mark the address of an imported user. A failure is logged: the database may have no column for it. */
const verifyImported = async ({ context, identity }: SignIn, adapter: BoundAdapter, applied: AppliedDecision) => {
  const { user, events } = applied
  const isUnverified = !isEmailVerified(user) && !isClaimed(context, user)
  const isVerifiedNow = identity.emailVerified === true && isSameAddress(user.email, emailOf(identity))
  if (!isUnverified || !isVerifiedNow || applied.continuesSession || adapter.updateUser === undefined) return applied
  const writing = { context, identity, adapter, isTransaction: false }
  const verified = await verifyEmail(writing, user, identity.account).catch((error: Error) => {
    context.config.logger.error(error)
    return { user, events: [] }
  })
  return { ...applied, user: verified.user, events: [...events, ...verified.events] }
}

/** Refuse a sign-in whose account was removed during the write: this reads last, and a removal ends sessions last. */
const checkWritten = async (
  signIn: SignIn,
  adapter: BoundAdapter,
  applied: AppliedDecision,
  { cookies, needsAccount }: Awaited<ReturnType<typeof issueSession>>,
): Promise<readonly Cookie[]> => {
  const { context, identity } = signIn
  const { user, isNewUser, addedTo, continuesSession } = applied
  if (cookies === null) throw refusalError(identity, 'account-of-another-user')
  const isFound = !isNewUser && addedTo === undefined
  const isLinkedByEmail = addedTo !== undefined && !continuesSession
  const isInDatabase = context.config.session.strategy === 'database'
  const token = isInDatabase ? cookies.find(({ name }) => name === context.cookies.sessionToken.name)?.value : undefined
  const isUnchecked = isFoundByAccount(signIn, applied) && !needsAccount
  if (isUnchecked && (await findAccountUser(adapter, identity))?.id !== user.id) {
    if (token !== undefined) await adapter.deleteSession?.(token)
    throw refusalError(identity, 'account-of-another-user')
  }
  if (adapter.transaction !== undefined || ((isFound || continuesSession) && !isInDatabase)) return cookies
  const isByEmail = isLinkedByEmail || (!isNewUser && identity.facts.verifiesEmail === 'itself')
  await checkAfterWrite({ context, adapter, identity, isTransaction: false }, token, user, isByEmail)
  return cookies
}

/** Write user, account and session, then emit the events. */
export const persistSignIn = async (signIn: SignIn, adapter: BoundAdapter): Promise<PersistedSignIn> => {
  const { request, context, identity } = signIn
  const { applied: written, issued } = await (identity.facts.hasStoredUsers ? writeWithRetry : write)(signIn, adapter)
  const applied = await verifyImported(signIn, adapter, written)
  const { addedTo } = applied
  const change =
    identity.authenticator === undefined
      ? ({ kind: 'linked', name: providerName(context, identity.account.provider) } as const)
      : ({ kind: 'passkeyAdded' } as const)
  await announce(request, context, applied.events, addedTo && { user: addedTo, change })
  const newSession = issued ?? (await issueSession(signIn, applied))
  return { applied, cookies: await checkWritten(signIn, adapter, applied, newSession) }
}
