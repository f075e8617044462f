import type { AuthContext, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import { defined } from '../base/record.ts'
import { readErrorQuery } from '../errors/error-table.ts'
import type { Cookie } from '../types/http.ts'
import type { PageProvider, SigninProps } from '../types/page-props.ts'
import { redirectTo, show } from '../web/handler-response.ts'
import { findCookie } from '../web/cookies.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { formToken } from '../forms/form-token.ts'
import { findCustomPage } from '../forms/custom-page.ts'
import { alone, pageProviders } from '../forms/page-providers.ts'
import { readTarget, rememberTarget } from '../forms/callback-url.ts'

/** All providers, or the one that the address names: a link never starts a sign-in by itself. */
const shownProviders = ({ provider }: RequestInternal, { config }: AuthContext): readonly PageProvider[] => {
  const all = pageProviders(config)
  const wanted = all.find(({ id }) => id === provider?.id)
  return wanted === undefined ? all : alone(wanted)
}

/** Of several, the one that this browser used last. Its cookie is only compared with what is configured. */
const lastUsed = (
  request: RequestInternal,
  context: AuthContext,
  shown: readonly PageProvider[],
): string | undefined => {
  if (!context.config.remembersProvider || shown.length < 2) return undefined
  const kept = findCookie(request.cookies, context.cookies.lastProvider.name)
  return shown.find(({ id }) => id === kept)?.id
}

/** What a sign-in page needs, and the cookies that go with it. */
export interface SignInPage {
  readonly props: SigninProps
  readonly cookies: readonly Cookie[]
}

/** What the sign-in page of a request needs: the built-in one, or one of the owner's. */
export const prepareSignInPage = async (request: RequestInternal, context: AuthContext): Promise<SignInPage> => {
  const target = await readTarget(request, context)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const providers = shownProviders(request, context)
  const { error, retryAfter } = readErrorQuery(request.query)
  const props = {
    providers,
    callbackUrl: target,
    ...defined({
      csrfToken,
      error,
      retryAfter,
      lastUsed: lastUsed(request, context, providers),
    }),
  }
  return { props, cookies: [...cookies, ...rememberTarget(request, context, target)] }
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
  const there = pageTarget(page, request.origin, parameters)
  return redirectTo(there, rememberTarget(request, context, target))
}
