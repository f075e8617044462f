import type { ProviderSummary } from '../config/providers.ts'
import type { Site } from '../config/site.ts'
import { InvalidProvider } from '../errors/classes.ts'
import { redirectTo } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import { ownerPage } from '../web/return-target.ts'
import type { Flow } from './flow.ts'
import { methods } from './methods.ts'
import { readTarget, rememberTarget } from './where-to.ts'

const providerOf = (request: RequestInternal, site: Site): ProviderSummary => {
  const provider = site.config.providers.find(request.providerId)
  if (provider === undefined)
    throw new InvalidProvider('There is no such provider', { provider: request.providerId ?? '' })
  return provider
}

/** `POST /signin/<provider>`; without a provider it leads to the sign-in page. */
export const startSignIn: Flow = async (request, site) => {
  if (request.providerId === undefined) {
    const target = await readTarget(request, site)
    return redirectTo(ownerPage(`${request.base}/signin`, request.origin), rememberTarget(request, site, target))
  }
  const provider = providerOf(request, site)
  return (await methods[provider.type].load()).start(request, site, provider)
}

/** `GET` or `POST /callback/<provider>` */
export const finishSignIn: Flow = async (request, site) => {
  const provider = providerOf(request, site)
  return (await methods[provider.type].load()).callback(request, site, provider)
}
