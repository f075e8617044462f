import type { AuthContext, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import type { ErrorType } from '../errors/error-table.ts'
import { readTarget, rememberTarget } from '../forms/callback-url.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'

export const redirectToSignInPage: RouteHandler = async (request, context) => {
  const target = await readTarget(request, context)
  return redirectTo(pageTarget(`${request.base}/signin`, request.origin), rememberTarget(request, context, target))
}

/** The sign-in page, which leads back to `back` and shows an error. */
export const signInTarget = (request: RequestInternal, context: AuthContext, back: string, error: string) =>
  pageTarget(context.config.pages.signIn ?? `${request.base}/signin`, request.origin, { callbackUrl: back, error })

export const requireSignIn = (request: RequestInternal, context: AuthContext, back: string, error: ErrorType) =>
  redirectTo(signInTarget(request, context, back, error))
