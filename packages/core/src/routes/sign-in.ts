import type { SignInPage } from '../types/auth-instance.ts'
import type { AuthContext, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import { findSignInInput, keepSignInInput } from '../attempts/sign-in-input.ts'
import { defined, nonEmpty } from '../base/json.ts'
import { readErrorQuery } from '../errors/error-table.ts'
import { sendsMail } from '../pages/signin/form-kinds.ts'
import type { PageProvider, SigninProps } from '../types/page-props.ts'
import { redirectTo, show } from '../web/handler-response.ts'
import { findCookie } from '../web/cookies.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { findSignUpMethods, methodsFor } from '../forms/page-methods.ts'
import {
  currentUserLabel,
  formToken,
  findCustomPage,
  onlyProvider,
  signInPageTarget,
  toPageProvider,
} from '../forms/page-data.ts'
import { readTarget, rememberTarget } from '../forms/callback-url.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import { redirectToSignInPage } from '../sign-in/require-sign-in.ts'
import { authError } from '../errors/error-classes.ts'

/** All methods, or the provider that the URL names. Opening the URL of a provider does not start a sign-in. */
const shownMethods = (request: RequestInternal, { config }: AuthContext): ReturnType<typeof methodsFor> => {
  const { provider } = request
  return provider === undefined
    ? methodsFor(request, config)
    : { providers: onlyProvider(toPageProvider(config)(provider)) }
}

/** The page for new users, or from there the one to sign in. It leads to the same target, with the same address. */
const otherModeTarget = (
  request: RequestInternal,
  context: AuthContext,
  { mode, step, callbackUrl }: Pick<SigninProps, 'mode' | 'step' | 'callbackUrl'>,
) => {
  if (request.provider !== undefined || findSignUpMethods(context.config) === undefined) return undefined
  const other = mode === undefined ? 'signup' : undefined
  return signInPageTarget(request, context, { mode: other, step, callbackUrl })
}

/** Errors that only ask the visitor to sign in: no provider failed. */
const NO_FAILURES: ReadonlySet<string> = new Set(['SessionRequired', 'ReauthenticationRequired'])

/** What was typed on an earlier page, for a page that continues from it. Other links to the page show nothing of it. */
const findInput = async (request: RequestInternal, context: AuthContext, error: string | undefined) => {
  if (error === undefined && !request.url.searchParams.has('step')) return {}
  const { provider = '', identifier = '' } = (await findSignInInput(context, request.cookies)) ?? {}
  const isFailure = error !== undefined && provider !== '' && !NO_FAILURES.has(error)
  return defined({ identifier: nonEmpty(identifier), failed: isFailure ? provider : undefined })
}

/** The second step, after the first one or after a failure in it. The e-mail address is corrected in the first one. */
const findStep = (
  { url }: RequestInternal,
  providers: readonly PageProvider[],
  { identifierFirst, identifier, failed }: Pick<SigninProps, 'identifierFirst' | 'identifier' | 'failed'>,
) => {
  if (identifierFirst === undefined || identifier === undefined) return undefined
  const tried = providers.find(({ id }) => id === failed && identifierFirst.methods.includes(id))
  const isRetry = tried !== undefined && !sendsMail(tried)
  return isRetry || url.searchParams.get('step') === 'methods' ? ('methods' as const) : undefined
}

/** The signed-in visitor, who may not need this page. A failure to find out must not keep a visitor from signing in. */
const findVisitor = async (request: RequestInternal, context: AuthContext): Promise<string | undefined> => {
  try {
    const user = await sessionsOf(context).findCurrentUser(context, request.cookies)
    return user === null ? undefined : currentUserLabel(user)
  } catch {
    return undefined
  }
}

/** What the built-in sign-in page, or one of the application, needs. */
export const prepareSignInPage = async (request: RequestInternal, context: AuthContext): Promise<SignInPage> => {
  const callbackUrl = await readTarget(request, context)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const { providers, identifierFirst, mode } = shownMethods(request, context)
  const { error, retryAfter, reference } = readErrorQuery(request.url.searchParams)
  // A new user has used none.
  const isRemembered = context.config.rememberProvider && providers.length > 1 && mode === undefined
  const last = isRemembered ? findCookie(request.cookies, context.cookies.lastProvider.name) : undefined
  // An attacker can write the cookie, so it is only compared.
  const lastUsed = providers.find(({ id }) => id === last)?.id
  const input = await findInput(request, context, error)
  const step = findStep(request, providers, { ...input, ...defined({ identifierFirst }) })
  const isFirstView = error === undefined && !request.url.searchParams.has('step') && request.provider === undefined
  const currentUser = isFirstView ? await findVisitor(request, context) : undefined
  // A user who is signed in, or has to sign in again, has an account.
  const isUser = currentUser !== undefined || error === 'ReauthenticationRequired'
  const otherModeUrl = isUser
    ? undefined
    : otherModeTarget(request, context, { ...defined({ mode, step }), callbackUrl })
  const shownError = error === undefined ? {} : { error, retryAfter, reference }
  const found = defined({ csrfToken, ...shownError, lastUsed, identifierFirst, step, currentUser, otherModeUrl })
  return {
    props: { providers, callbackUrl, ...defined({ mode }), ...input, ...found },
    cookies: [...cookies, ...rememberTarget(request, context, callbackUrl)],
  }
}

/** `GET /signin` and `GET /signin/<provider>` */
export const signInPage: RouteHandler = async (request, context) => {
  const page = findCustomPage(request, context, 'signIn')
  if (page === undefined) {
    const { props, cookies } = await prepareSignInPage(request, context)
    return show({ page: 'signin', props }, cookies)
  }
  const target = await readTarget(request, context)
  const { code: error, retryAfter, reference } = readErrorQuery(request.url.searchParams)
  const step = request.url.searchParams.get('step') ?? undefined
  const { mode } = methodsFor(request, context.config)
  const parameters = { callbackUrl: target, error, retryAfter: retryAfter?.toString(), reference, step, mode }
  return redirectTo(pageTarget(page, request.origin, parameters), rememberTarget(request, context, target))
}

/**
 * `POST /signin`: the first step. It keeps the address in a cookie and leads to the second step, without a look at the
 * database. Without an address it leads to the first one.
 */
const continueWithIdentifier: RouteHandler = async (request, context) => {
  const { email } = request.fields
  const { identifierFirst, mode } = methodsFor(request, context.config)
  const isStep = identifierFirst !== undefined && typeof email === 'string' && email.trim() !== ''
  if (!isStep) return redirectToSignInPage(request, context)
  const target = await readTarget(request, context)
  return redirectTo(signInPageTarget(request, context, { step: 'methods', mode }), [
    ...(await keepSignInInput(context, request.cookies, '', email)),
    ...rememberTarget(request, context, target),
  ])
}

/** `POST /signin/<provider>`, or the first step of a sign-in by an address. */
export const startSignIn: RouteHandler = async (request, context) => {
  const { provider } = request
  if (provider === undefined) return continueWithIdentifier(request, context)
  return (await provider.method.load()).start(request, context, provider)
}

/** `GET` or `POST /callback/<provider>` */
export const finishSignIn: RouteHandler = async (request, context) => {
  const { provider } = request
  if (provider === undefined) throw authError('InvalidProvider', 'The URL names no provider')
  return (await provider.method.load()).callback(request, context, provider)
}
