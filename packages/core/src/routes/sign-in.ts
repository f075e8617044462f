import type { AuthContext, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import { defined } from '../base/json.ts'
import { readErrorQuery } from '../errors/error-table.ts'
import type { Cookie } from '../types/http.ts'
import type { PageProvider, SigninProps } from '../types/page-props.ts'
import { redirectTo, show } from '../web/handler-response.ts'
import { findCookie } from '../web/cookies.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { formToken, findCustomPage, onlyProvider, pageProviders } from '../forms/page-data.ts'
import { readTarget, rememberTarget } from '../forms/callback-url.ts'
import { redirectToSignInPage } from '../sign-in/require-sign-in.ts'
import { authError } from '../errors/error-classes.ts'

/** All providers, or the one that the URL names. Opening the URL of a provider does not start a sign-in. */
const shownProviders = ({ provider }: RequestInternal, { config }: AuthContext): readonly PageProvider[] => {
  const all = pageProviders(config)
  const named = all.find(({ id }) => id === provider?.id)
  return named === undefined ? all : onlyProvider(named)
}

/** The props of a sign-in page, and the cookies that its response must set. */
export interface SignInPage {
  readonly props: SigninProps
  readonly cookies: readonly Cookie[]
}

/** What the built-in sign-in page, or one of the application, needs. */
export const prepareSignInPage = async (request: RequestInternal, context: AuthContext): Promise<SignInPage> => {
  const target = await readTarget(request, context)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const providers = shownProviders(request, context)
  const { error, retryAfter } = readErrorQuery(request.query)
  const isRemembered = context.config.rememberProvider && providers.length > 1
  const last = isRemembered ? findCookie(request.cookies, context.cookies.lastProvider.name) : undefined
  // An attacker can write the cookie, so it is only compared.
  const lastUsed = providers.find(({ id }) => id === last)?.id
  return {
    props: { providers, callbackUrl: target, ...defined({ csrfToken, error, retryAfter, lastUsed }) },
    cookies: [...cookies, ...rememberTarget(request, context, target)],
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
  const { code: error, retryAfter } = readErrorQuery(request.query)
  const parameters = { callbackUrl: target, error, retryAfter: retryAfter?.toString() }
  return redirectTo(pageTarget(page, request.origin, parameters), rememberTarget(request, context, target))
}

/** `POST /signin/<provider>`. Without a provider it redirects to the sign-in page. */
export const startSignIn: RouteHandler = async (request, context) => {
  const { provider } = request
  if (provider === undefined) return redirectToSignInPage(request, context)
  return (await provider.method.load()).start(request, context, provider)
}

/** `GET` or `POST /callback/<provider>` */
export const finishSignIn: RouteHandler = async (request, context) => {
  const { provider } = request
  if (provider === undefined) throw authError('InvalidProvider', 'The URL names no provider')
  return (await provider.method.load()).callback(request, context, provider)
}
