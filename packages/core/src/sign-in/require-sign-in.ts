import type { AuthContext, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import { readTarget, rememberTarget } from '../forms/callback-url.ts'
import { redirectTo, type HandlerResponse } from '../web/handler-response.ts'
import { pageTarget, type RedirectTarget } from '../web/redirect-target.ts'

/** Redirect to the built-in sign-in page and remember the requested target. */
export const redirectToSignInPage: RouteHandler = async (request, context) => {
  const target = await readTarget(request, context)
  return redirectTo(pageTarget(`${request.base}/signin`, request.origin), rememberTarget(request, context, target))
}

/** The sign-in page, which leads back to `back` and shows an error. */
export const signInTarget = (
  request: RequestInternal,
  context: AuthContext,
  back: string,
  error: string,
): RedirectTarget =>
  pageTarget(context.config.pages.signIn ?? `${request.base}/signin`, request.origin, { callbackUrl: back, error })

/** Redirect a visitor who is not signed in to the sign-in page, and back to `back` afterwards. */
export const requireSignIn = (request: RequestInternal, context: AuthContext, back: string): HandlerResponse =>
  redirectTo(signInTarget(request, context, back, 'SessionRequired'))

/** Redirect a user who did not authenticate recently to the sign-in page, and back to `back` afterwards. */
export const requireReauthentication: typeof requireSignIn = (request, context, back) =>
  redirectTo(signInTarget(request, context, back, 'ReauthenticationRequired'))
