import type { AuthContext, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import type { ErrorType } from '../errors/error-table.ts'
import { readTarget, rememberTarget } from '../forms/callback-url.ts'
import { signInPageTarget } from '../forms/page-data.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'

export const redirectToSignInPage: RouteHandler = async (request, context) => {
  const target = await readTarget(request, context)
  return redirectTo(pageTarget(`${request.base}/signin`, request.origin), rememberTarget(request, context, target))
}

/** Redirect to the sign-in page, which shows the error and leads back to `back`. */
export const requireSignIn = (request: RequestInternal, context: AuthContext, back: string, error: ErrorType) =>
  redirectTo(signInPageTarget(request, context, { callbackUrl: back, error }))
