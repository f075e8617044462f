import type { AfterSignIn, AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { AppliedDecision } from '../accounts/apply-decision.ts'
import { askApplication } from '../forms/application-decision.ts'
import { type Identity, verifiesEmail } from '../accounts/decide-account.ts'
import { markAuthenticated } from '../attempts/reauthentication.ts'
import { clearSignInInput } from '../attempts/sign-in-input.ts'
import { once } from '../base/async.ts'
import { defined } from '../base/json.ts'
import { DAY } from '../base/time.ts'
import { clearTarget } from '../forms/callback-url.ts'
import { clearCsrf } from '../forms/page-data.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { CallbacksOptions } from '../types/callbacks.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import { redirectTo, type HandlerResponse } from '../web/handler-response.ts'
import { pageTarget, type RedirectTarget } from '../web/redirect-target.ts'
import { chooseAccountPage } from './account-question.ts'
import { resumeSignIn, startNextStep } from './next-step.ts'
import { issueSession, unchanged, type PersistedSignIn } from './issue-session.ts'
import { pendingSignIns } from './pending-sign-in.ts'
import {
  callbackSubject,
  callbackUser,
  findExistingUsers,
  toNewSession,
  type SignIn,
  type CompletionOptions,
} from './sign-in-record.ts'

/** Call the `signIn` callback. Throws `AccessDenied` if it refuses. Returns the target if it redirects the user. */
export const callSignInCallback = async (
  context: AuthContext,
  origin: string,
  params: Parameters<CallbacksOptions['signIn']>[0],
): Promise<RedirectTarget | undefined> => {
  const { signIn } = context.config.callbacks
  if (signIn === undefined) return undefined
  return askApplication(context, origin, 'signIn', () => signIn(params))
}

/** Record the authentication, and run what the methods do after a sign-in, such as asking about a passkey. */
const runAfterSignIn = async (
  { request, context, identity, options }: SignIn,
  { user, isNewUser, continuesSession }: AppliedDecision,
): Promise<AfterSignIn> => {
  // Linking an account proves that the user has the account, not that the session belongs to the user.
  if (continuesSession) return { cookies: [], target: options.target }
  let after: AfterSignIn = {
    cookies: await markAuthenticated(context, request.cookies, String(user.id)),
    target: options.target,
  }
  const verifiedEmail = verifiesEmail(identity) ? (identity.user.email ?? undefined) : undefined
  for (const method of new Set(context.config.providers.all.map((provider) => provider.method))) {
    const { cookies, target } = after
    const more = await method.afterSignIn?.(request, context, { user, isNewUser, verifiedEmail, target })
    if (more !== undefined) after = { ...more, cookies: [...cookies, ...more.cookies] }
  }
  return after
}

/** The cookie that tells the sign-in page for a year which provider was used last; none if the browser has it. */
const rememberProvider = ({ request, context, identity, options }: SignIn): readonly Cookie[] => {
  const { name, options: attributes } = context.cookies.lastProvider
  const { provider } = identity.account
  const isRemembered = options.linkTo !== undefined || findCookie(request.cookies, name) === provider
  if (!context.config.rememberProvider || isRemembered) return []
  return [{ name, value: provider, options: { maxAge: 365 * DAY, ...attributes } }]
}

/** Sites without a database do not load it. */
const loadPersist = once(() => import('./persist.ts'))

const persist = async (signIn: SignIn): Promise<PersistedSignIn> => {
  const { context, identity } = signIn
  const { adapter, session } = context.config
  // The row of a user of `authorize` gets a database session, or a verified address. Otherwise the row is not needed.
  const needsRow = identity.facts.hasStoredUsers || session.strategy === 'database' || verifiesEmail(identity)
  if (adapter !== undefined && needsRow) return (await loadPersist()).persistSignIn(signIn, adapter)
  const applied = unchanged(identity.user)
  return { applied, cookies: (await issueSession(signIn, applied)).cookies ?? [] }
}

/** End the session in the database that the browser had before. */
const replacePrevious = async ({ context, currentUser }: SignIn, { applied, cookies }: PersistedSignIn) => {
  const previous = currentUser?.token
  if (previous === undefined) return cookies
  const { replaceToken } = await import('../sessions/database-strategy.ts')
  return replaceToken(context, previous, cookies, applied.continuesSession)
}

const finish = async (signIn: SignIn): Promise<HandlerResponse> => {
  const { request, context, options } = signIn
  const persisted = await persist(signIn)
  const { applied } = persisted
  const cookies = await replacePrevious(signIn, persisted)
  await context.config.emit('signIn', toNewSession(signIn, applied))
  const extra = (await options.extraCookies?.(applied.user)) ?? []
  const after = await runAfterSignIn(signIn, applied)
  const { newUser } = context.config.pages
  // A user who had to authenticate again returns to the question, which needs the pending sign-in.
  const hasQuestion = options.target === chooseAccountPage(request)
  const target =
    applied.isNewUser && newUser !== undefined
      ? pageTarget(newUser, request.origin, { callbackUrl: after.target })
      : after.target
  return redirectTo(after.pageBefore?.(target) ?? target, [
    ...cookies,
    ...extra,
    ...after.cookies,
    ...rememberProvider(signIn),
    ...clearTarget(request, context),
    ...clearSignInInput(context, request.cookies),
    ...clearCsrf(request, context),
    ...(hasQuestion ? [] : pendingSignIns.clear(context, request.cookies)),
  ])
}

export const toSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  { identity, options }: Pick<SignIn, 'identity' | 'options'>,
  existing?: Awaited<ReturnType<typeof findExistingUsers>>,
): Promise<SignIn> => {
  const users = existing ?? (await findExistingUsers(context, identity))
  // A user without a row who has just typed a password needs no account, and a session in a cookie is just replaced.
  const isOwn = !identity.facts.hasStoredUsers && options.isConfirmed === true
  const isReplaced = isOwn && context.config.session.strategy === 'jwt'
  // A user whom the database does not have is signed in as well.
  const currentUser = isReplaced ? null : await sessionsOf(context).findCurrentUser(context, request.cookies)
  return { request, context, identity, options, currentUser, ...users }
}

export const continueSignIn = async (signIn: SignIn): Promise<HandlerResponse> =>
  (await startNextStep(signIn)) ?? finish(signIn)

/** Whether a sign-in has all that the callback got before: credentials and long profiles do not wait for a mail. */
const isWhole = ({ facts, profile }: Identity): boolean =>
  facts.hasStoredUsers && (profile !== undefined || facts.verifiesEmail !== 'by-provider')

/** Complete a sign-in of any method: call the `signIn` callback, then start the next required step or finish. */
export const completeSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  verified: Identity,
  requested: CompletionOptions,
): Promise<HandlerResponse> => {
  const resumed: Partial<SignIn> | undefined = await resumeSignIn(request, context, requested)
  const { identity = verified, options = requested } = resumed ?? {}
  const existing = await findExistingUsers(context, identity)
  // The application may have blocked the user since the mail was sent.
  if (resumed === undefined || isWhole(identity)) {
    const { profile, credentials } = identity
    const { user, account } = callbackSubject(identity, existing)
    const params = defined({ user: callbackUser({ context, identity }, user), account, profile, credentials })
    const redirect = await callSignInCallback(context, request.origin, params)
    if (redirect !== undefined) return redirectTo(redirect)
  }
  return continueSignIn(await toSignIn(request, context, { identity, options }, existing))
}
