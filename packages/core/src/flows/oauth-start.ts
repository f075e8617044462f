import { defined } from '../base/record.ts'
import { toSeconds } from '../base/time.ts'
import type { ProviderSummary } from '../config/providers.ts'
import type { Site } from '../config/site.ts'
import { startAuthorization } from '../oauth/start.ts'
import { beginTransaction } from '../transactions/store.ts'
import type { OAuthTransaction } from '../transactions/transaction.ts'
import { redirectTo } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import { providerTarget } from '../web/return-target.ts'
import { findSignedIn } from './holder.ts'
import { oauthProvider } from './oauth-provider.ts'
import { makeState } from './redirect-proxy.ts'
import { readTarget, rememberTarget } from './where-to.ts'

/** Who asks to link: the user of the session this browser has now, where accounts can be linked at all. */
const findLinkTo = async (request: RequestInternal, site: Site): Promise<string | undefined> => {
  if (site.config.adapter === undefined) return undefined
  return (await findSignedIn(site, request.cookies))?.userId
}

const authorizationParameters = (request: RequestInternal): Readonly<Record<string, string>> => {
  const { callbackUrl: _ours, ...parameters } = Object.fromEntries(request.query)
  return parameters
}

/** `POST /signin/<provider>`: opens a transaction and leaves for the provider. */
export const startOAuth = async (request: RequestInternal, site: Site, summary: ProviderSummary): Promise<Answer> => {
  const provider = oauthProvider(summary, site)
  const target = await readTarget(request, site)
  const { state, redirectUri } = await makeState(request, site, provider)
  const started = await startAuthorization(
    provider,
    { redirectUri, state, parameters: authorizationParameters(request) },
    site.runtime,
    site.config.logger,
  )
  const { url, ...checks } = started
  const transaction: OAuthTransaction = {
    kind: 'oauth',
    provider: provider.id,
    state,
    redirectUri,
    target,
    created: toSeconds(site.runtime.now()),
    ...checks,
    ...defined({ linkTo: await findLinkTo(request, site) }),
  }
  const cookies = await beginTransaction(site, request.cookies, transaction)
  return redirectTo(providerTarget(url), [...cookies, ...rememberTarget(request, site, target)])
}
