import type { RouteHandler } from '../config/engine-types.ts'
import { redirectToSignInPage } from '../sign-in/require-sign-in.ts'

/** `POST /signin/<provider>`. Without a provider it redirects to the sign-in page. */
export const startSignIn: RouteHandler = async (request, context) => {
  const { provider } = request
  if (provider === undefined) return redirectToSignInPage(request, context)
  return (await provider.method.load()).start(request, context, provider)
}
