import type { RouteHandler } from '../config/engine-types.ts'
import { readTarget, rememberTarget } from '../forms/callback-url.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'

/** `POST /signin/<provider>`. Without a provider it redirects to the sign-in page. */
export const startSignIn: RouteHandler = async (request, context) => {
  const { provider } = request
  if (provider !== undefined) return (await provider.method.load()).start(request, context, provider)
  const target = await readTarget(request, context)
  return redirectTo(pageTarget(`${request.base}/signin`, request.origin), rememberTarget(request, context, target))
}
