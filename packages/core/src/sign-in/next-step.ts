import type { AuthContext, ConfiguredProvider, RequestInternal } from '../config/engine-types.ts'
import { gatherAccountFacts } from '../accounts/account-facts.ts'
import { decideAccount, verifiesEmail, type Identity } from '../accounts/decide-account.ts'
import { sealedCookie, shapeOf } from '../attempts/sealed-cookie.ts'
import { toHex } from '../base/bytes.ts'
import { isObject, defined, isNumber, isOneOf, isString } from '../base/json.ts'
import { DAY, toSeconds } from '../base/time.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import { findCredentialsUser } from '../sessions/unverified-session.ts'
import { isEmailVerified } from '../store/rows.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import type { SignIn, CompletionOptions } from './sign-in-record.ts'

/** A sign-in that still requires a step. The user is not signed in. */
interface PendingSignIn {
  /** The step proves that it belongs to this sign-in by this id. */
  readonly id: string
  readonly step: 'verify-email'
  readonly provider: string
  readonly identity: Omit<Identity, 'facts' | 'credentials' | 'isEmailVerified'>
  readonly target: RedirectTarget
  /** Seconds since the epoch. */
  readonly created: number
  /** Seconds. */
  readonly expiresIn: number
}

const isIdentity = (value: unknown): boolean => {
  if (!isObject(value) || !isObject(value['user']) || !isObject(value['account'])) return false
  const { provider, providerAccountId, type } = value['account']
  return [provider, providerAccountId, type].every(isString)
}

/** The cookie of a sign-in that still requires a step. It contains tokens of the provider, so it may take several parts. */
export const pendingSignIns = sealedCookie<PendingSignIn>(
  {
    cookie: 'pendingSignIn',
    purpose: 'pending sign-in',
    isValue: shapeOf<PendingSignIn>({
      id: isString,
      step: isOneOf('verify-email'),
      provider: isString,
      identity: isIdentity,
      target: isString,
      created: isNumber,
      expiresIn: isNumber,
    }),
    expiresAt: ({ created, expiresIn }) => created + expiresIn,
  },
  3,
)

/** A step that a sign-in may still require before the user is signed in. */
interface RequiredStep {
  readonly name: PendingSignIn['step']
  /** What the step is about, such as an address, or `undefined` when this sign-in does not require it. */
  readonly find: (signIn: SignIn) => Promise<string | undefined>
  /** Start the step. The sealed sign-in is added to the cookies of its response. */
  readonly start: (signIn: SignIn, subject: string, id: string) => Promise<HandlerResponse>
}

/** The database user of a sign-in, or `null`. */
const findStoredUser = async ({ context, identity, accountUser, emailUser }: SignIn) => {
  const { adapter } = context.config
  if (identity.facts.hasStoredUsers || adapter === undefined) return accountUser ?? emailUser ?? null
  return identity.user.id === undefined ? null : findCredentialsUser(adapter, identity.user.id, identity.user)
}

/** Whether the sign-in creates a session: it is not refused, and does not only add to an existing session. */
const leadsToSession = async (signIn: SignIn): Promise<boolean> => {
  const { adapter } = signIn.context.config
  if (adapter === undefined || !signIn.identity.facts.hasStoredUsers) return true
  const decision = decideAccount(await gatherAccountFacts(signIn, adapter))
  return decision.do !== 'refuse' && decision.do !== 'keep' && decision.do !== 'link'
}

/** The first provider that verifies e-mail addresses by a mail. */
export const findEmailVerifier = ({ config }: AuthContext): ConfiguredProvider | undefined =>
  config.providers.all.find(({ method }) => method.facts.verifiesEmail === 'itself')

/** `requireVerifiedEmail`: a user with an unverified address must open a mail first. */
const verifyEmail: RequiredStep = {
  name: 'verify-email',
  find: async (signIn) => {
    const { context, identity } = signIn
    if (!context.config.requireVerifiedEmail || verifiesEmail(identity)) return undefined
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

/** The part of the sign-in that is sealed: everything but the credentials that the user typed. */
const toPending = ({ context, identity, options }: SignIn, step: RequiredStep): PendingSignIn => {
  const { user, account, profile, stored, emailVerified, authenticator } = identity
  const { allowDangerousEmailAccountLinking } = identity
  const sealed = { user, account, profile, stored, emailVerified, allowDangerousEmailAccountLinking, authenticator }
  return {
    id: toHex(context.runtime.random(16)),
    step: step.name,
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

/** Start the next required step, if any. Until it is done, the sign-in is kept in a sealed cookie without a session. */
export const startNextStep = async (signIn: SignIn): Promise<HandlerResponse | undefined> => {
  for (const step of STEPS) {
    const subject = await step.find(signIn)
    if (subject === undefined) continue
    const pending = toPending(signIn, step)
    const cookies = await seal(signIn, pending)
    const response = await step.start(signIn, subject, pending.id)
    return { ...response, cookies: [...(response.cookies ?? []), ...cookies] }
  }
  return undefined
}

/**
 * The pending sign-in that this one continues: its mail has verified the address. The mail must carry the id of that sign-in.
 * Another mail to the same address must not continue a sign-in that an attacker injected into the browser.
 */
export const resumeSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  options: CompletionOptions,
): Promise<Pick<SignIn, 'identity' | 'options'> | undefined> => {
  if (options.pendingSignIn === undefined) return undefined
  const pending = await pendingSignIns.read(context, request.cookies)
  if (pending === undefined || pending.id !== options.pendingSignIn) return undefined
  const provider = context.config.providers.find(pending.provider)
  if (provider === undefined) return undefined
  return {
    identity: { ...pending.identity, facts: provider.method.facts, emailVerified: true, isEmailVerified: true },
    options: { ...options, target: pending.target },
  }
}
