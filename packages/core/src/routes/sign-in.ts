import type { ProviderSummary } from '../config/provider-table.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { InvalidProvider } from '../errors/error-classes.ts'
import { redirectTo } from '../web/handler-response.ts'
import type { RequestInternal } from '../web/request.ts'
import { pageTarget } from '../web/redirect-target.ts'
import type { RouteHandler } from '../sign-in/flow.ts'
import { methods } from './methods.ts'
import { readTarget, rememberTarget } from '../forms/callback-url.ts'

const providerOf = (request: RequestInternal, context: AuthContext): ProviderSummary => {
  const provider = context.config.providers.find(request.providerId)
  if (provider === undefined)
    throw new InvalidProvider('There is no such provider', { provider: request.providerId ?? '' })
  return provider
}

/** `POST /signin/<provider>`; without a provider it leads to the sign-in page. */
export const startSignIn: RouteHandler = async (request, context) => {
  if (request.providerId === undefined) {
    const target = await readTarget(request, context)
    return redirectTo(pageTarget(`${request.base}/signin`, request.origin), rememberTarget(request, context, target))
  }
  const provider = providerOf(request, context)
  return (await methods[provider.type].load()).start(request, context, provider)
}

/** `GET` or `POST /callback/<provider>` */
export const finishSignIn: RouteHandler = async (request, context) => {
  const provider = providerOf(request, context)
  return (await methods[provider.type].load()).callback(request, context, provider)
}
