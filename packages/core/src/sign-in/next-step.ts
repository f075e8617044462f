import type { AuthContext, ConfiguredProvider, RequestInternal } from '../config/engine-types.ts'
import { emailOf, verifiesEmail } from '../accounts/decide-account.ts'
import { isAddressOf } from '../accounts/find-users.ts'
import { once } from '../base/async.ts'
import { DAY, MINUTE } from '../base/time.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import { findCredentialsUser, isEmailVerified } from '../store/rows.ts'
import { redirectTo, type HandlerResponse } from '../web/handler-response.ts'
import { isHostBound } from '../config/cookie-set.ts'
import { chooseAccount } from './account-question.ts'
import { findPending, sealPending, type RequiredStep } from './pending-sign-in.ts'
import type { SignIn, CompletionOptions } from './sign-in-record.ts'

const findStoredUser = async ({ context, identity, accountUser, emailUser }: SignIn) => {
  const { adapter } = context.config
  if (identity.facts.hasStoredUsers || adapter === undefined) return accountUser ?? emailUser ?? null
  return identity.user.id === undefined ? null : findCredentialsUser(adapter, identity.user.id, identity.user)
}

/** Whether the sign-in creates a session: it is not refused, and does not only add to an existing session. */
const leadsToSession = async (signIn: SignIn): Promise<boolean> => {
  const { adapter } = signIn.context.config
  if (adapter === undefined || !signIn.identity.facts.hasStoredUsers) return true
  const { decideSignIn } = await import('./decide-sign-in.ts')
  const decision = await decideSignIn(signIn, adapter)
  return decision.do !== 'refuse' && decision.do !== 'keep' && decision.do !== 'link'
}

export const findEmailVerifier = ({ config }: AuthContext): ConfiguredProvider | undefined =>
  config.providers.all.find(({ method }) => method.facts.verifiesEmail === 'itself')

/** `requireVerifiedEmail`: a user with an unverified address must open a mail first. */
const verifyEmail: RequiredStep = {
  name: 'verify-email',
  expiresIn: DAY,
  find: async (signIn) => {
    const { context, identity } = signIn
    if (!context.config.requireVerifiedEmail) return undefined
    const stored = await findStoredUser(signIn)
    // The application may have changed the address of the row since the mail was sent.
    if (verifiesEmail(identity) && (stored === null || isAddressOf(identity, stored))) return undefined
    const isVerified = stored === null ? identity.emailVerified === true : isEmailVerified(stored)
    // `authorize` knows the users of the application. The `profile` callback of a provider proves nothing.
    const isOwnVerified = !identity.facts.hasStoredUsers && isEmailVerified(identity.user)
    if (isVerified || isOwnVerified || !(await leadsToSession(signIn))) return undefined
    const email = stored?.email ?? emailOf(identity)
    if (typeof email === 'string' && email !== '') return email
    throw new AccessDenied('requireVerifiedEmail is set, and the user has no e-mail address')
  },
  // The address that the mail verifies: that of the row, or else that of the provider.
  toSealed: (identity, email) => ({ ...identity, user: { ...identity.user, email } }),
  start: async ({ request, context, options: { target } }, email, id) => {
    const provider = findEmailVerifier(context)
    const steps = await provider?.method.load()
    if (provider === undefined || steps?.verifyEmail === undefined)
      throw new AuthError('requireVerifiedEmail needs an e-mail provider')
    return steps.verifyEmail(request, context, provider, { email, target, pendingSignIn: id })
  },
}

/** Loaded only where deletions are delayed. */
const loadDeletionQuestion = once(() => import('./deletion-question.ts'))

/** `account.deletionDelay`: a user who requested the deletion of the account can sign in only to keep it. */
const keepAccount: RequiredStep = {
  name: 'keep-account',
  expiresIn: 15 * MINUTE,
  find: async (signIn) => {
    if (signIn.context.config.account.deletionDelay === 0) return undefined
    const { findOwnDeletion, keepSubject } = await loadDeletionQuestion()
    const deletion = await findOwnDeletion(signIn)
    return deletion === undefined ? undefined : keepSubject(deletion, signIn)
  },
  start: async ({ request }) => redirectTo((await loadDeletionQuestion()).keepAccountPage(request)),
}

/** In their order: the user chooses the account before a mail is sent about it, and keeps it when all else is done. */
const STEPS: readonly RequiredStep[] = [chooseAccount, verifyEmail, keepAccount]

/** Start the next required step, if any. Until it is done, the sign-in is kept in a sealed cookie without a session. */
export const startNextStep = async (signIn: SignIn): Promise<HandlerResponse | undefined> => {
  for (const step of STEPS) {
    const subject = await step.find(signIn)
    if (subject === undefined) continue
    const identity = step.toSealed?.(signIn.identity, subject) ?? signIn.identity
    const { id, cookies } = await sealPending({ ...signIn, identity }, step, subject)
    const response = await step.start(signIn, subject, id)
    return { ...response, cookies: [...(response.cookies ?? []), ...cookies] }
  }
  return undefined
}

/** The pending sign-in whose id is in the mail that verified the address: another mail continues no injected one. */
export const resumeSignIn = async (request: RequestInternal, context: AuthContext, options: CompletionOptions) => {
  if (options.pendingSignIn === undefined) return undefined
  const pending = await findPending(context, request.cookies, 'verify-email')
  if (pending === undefined || pending.id !== options.pendingSignIn) return undefined
  return {
    identity: { ...pending.identity, emailVerified: true, isEmailVerified: true },
    options: {
      ...options,
      target: pending.options.target,
      // The mail does not name the account: its page confirms only what no other host can have injected.
      isConfirmed: isHostBound(context.cookies.pendingSignIn) && options.isConfirmed === true,
    },
  }
}
