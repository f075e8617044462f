import type { AuthContext, ConfiguredProvider, RequestInternal } from '../config/engine-types.ts'
import { decideAccount } from '../accounts/decide-account.ts'
import { provesEmail } from '../accounts/identity.ts'
import type { Identity } from '../accounts/identity.ts'
import { pendingSignIns } from './pending-sign-in.ts'
import type { PendingSignIn } from './pending-sign-in.ts'
import { toHex } from '../base/bytes.ts'
import { defined } from '../base/record.ts'
import { DAY, toSeconds } from '../base/time.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import { findCredentialsUser } from '../sessions/unverified-session.ts'
import { isEmailVerified } from '../store/rows.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { factsOf } from './persist.ts'
import type { SignIn, SignInOptions } from './sign-in.ts'

/** A step that a sign-in may still require before the user is signed in. */
interface RequiredStep {
  readonly name: PendingSignIn['step']
  /** What the step is about, such as an address, or `undefined` when this sign-in does not require it. */
  readonly find: (signIn: SignIn) => Promise<string | undefined>
  /** Start the step. Its response leads the user on; the sealed sign-in is added to it. */
  readonly start: (signIn: SignIn, subject: string, id: string) => Promise<HandlerResponse>
}

/** The user of the database whom a sign-in is about, as far as one exists. */
const findStoredUser = async ({ context, identity, accountUser, emailUser }: SignIn) => {
  const { adapter } = context.config
  if (identity.facts.hasStoredUsers || adapter === undefined) return accountUser ?? emailUser ?? null
  return identity.user.id === undefined ? null : findCredentialsUser(adapter, identity.user.id, identity.user)
}

/** Whether the sign-in adds nothing to an existing session and is not refused anyway. */
const leadsToSession = async (signIn: SignIn): Promise<boolean> => {
  const { adapter } = signIn.context.config
  if (adapter === undefined || !signIn.identity.facts.hasStoredUsers) return true
  const decision = decideAccount(await factsOf(signIn, adapter))
  return decision.do !== 'refuse' && decision.do !== 'keep' && decision.do !== 'link'
}

/** The first provider that verifies e-mail addresses by a mail. */
export const findEmailVerifier = ({ config }: AuthContext): ConfiguredProvider | undefined =>
  config.providers.all.find(({ method }) => method.facts.verifiesEmail === 'itself')

/** `requireVerifiedEmail`: a user whose address is not verified gets a mail first. */
const verifyEmail: RequiredStep = {
  name: 'verify-email',
  find: async (signIn) => {
    const { context, identity } = signIn
    if (!context.config.requireVerifiedEmail || provesEmail(identity)) return undefined
    const stored = await findStoredUser(signIn)
    const isVerified = stored === null ? identity.emailVerified === true : isEmailVerified(stored)
    if (isVerified || isEmailVerified(identity.user) || !(await leadsToSession(signIn))) return undefined
    const email = stored?.email ?? identity.user.email
    if (typeof email === 'string' && email !== '') return email
    throw new AccessDenied('requireVerifiedEmail is set, and the user has no e-mail address')
  },
  start: async ({ request, context, options: { target } }, email, id) => {
    const provider = findEmailVerifier(context)
    const steps = await provider?.method.load()
    if (provider === undefined || steps?.verifyEmail === undefined)
      throw new AuthError('requireVerifiedEmail needs an e-mail provider')
    return steps.verifyEmail(request, context, provider, { email, target, pendingSignIn: id })
  },
}

const STEPS: readonly RequiredStep[] = [verifyEmail]

/** The parts of an identity that are sealed. What the user typed is not. */
const toPending = ({ context, identity, options }: SignIn, step: RequiredStep, subject: string): PendingSignIn => {
  const { user, account, profile, stored, emailVerified, authenticator } = identity
  const { allowDangerousEmailAccountLinking } = identity
  const sealed = { user, account, profile, stored, emailVerified, allowDangerousEmailAccountLinking, authenticator }
  return {
    id: toHex(context.runtime.random(16)),
    step: step.name,
    subject,
    provider: account.provider,
    identity: defined(sealed),
    target: options.target,
    created: toSeconds(context.runtime.now()),
    expiresIn: DAY,
  }
}

const seal = async ({ request, context }: SignIn, pending: PendingSignIn) => {
  const { user, account } = pending.identity
  const { provider, providerAccountId, type } = account
  // A profile or tokens that are too long for cookies are left out: the user can sign in without them.
  const small = { ...pending, identity: { user, account: { provider, providerAccountId, type } } }
  const write = (value: PendingSignIn) => pendingSignIns.write(context, request.cookies, value)
  const cookies = (await write(pending)) ?? (await write(small))
  if (cookies === undefined) throw new AccessDenied('The sign-in is too large to be continued after a step')
  return cookies
}

/**
 * The response that starts the next required step, or `undefined` when nothing is left to do. The sign-in waits in a sealed
 * cookie of this browser and does not count as signed in.
 */
export const startNextStep = async (signIn: SignIn): Promise<HandlerResponse | undefined> => {
  for (const step of STEPS) {
    const subject = await step.find(signIn)
    if (subject === undefined) continue
    const pending = toPending(signIn, step, subject)
    const cookies = await seal(signIn, pending)
    const response = await step.start(signIn, subject, pending.id)
    return { ...response, cookies: [...(response.cookies ?? []), ...cookies] }
  }
  return undefined
}

/** A sign-in that continues after its step. */
export interface ResumedSignIn {
  readonly identity: Identity
  readonly options: SignInOptions
}

/**
 * The sign-in that waited for this one: the mail that it requested has verified its address. It must be the mail of that very
 * sign-in. Another mail to the same address must not continue a sign-in that an attacker injected into the browser.
 */
export const resumeSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  options: SignInOptions,
): Promise<ResumedSignIn | undefined> => {
  if (options.pendingSignIn === undefined) return undefined
  const pending = await pendingSignIns.read(context, request.cookies)
  if (pending === undefined || pending.id !== options.pendingSignIn) return undefined
  const provider = context.config.providers.find(pending.provider)
  if (provider === undefined) return undefined
  return {
    identity: { ...pending.identity, facts: provider.method.facts, emailVerified: true, isEmailProven: true },
    options: { ...options, target: pending.target },
  }
}
