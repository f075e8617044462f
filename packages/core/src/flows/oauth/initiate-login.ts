import { defined } from '../../base/record.ts'
import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import { InvalidProvider } from '../../errors/classes.ts'
import { checkInitiator, readInitiation } from '../../oauth/initiation.ts'
import type { Initiation } from '../../oauth/initiation.ts'
import type { ResolvedOAuthProvider } from '../../oauth/provider.ts'
import { redirectTo, show } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { ownerPage } from '../../web/return-target.ts'
import type { ReturnTarget } from '../../web/return-target.ts'
import { formToken } from '../csrf.ts'
import type { Flow } from '../flow.ts'
import { findSignedIn } from '../holder.ts'
import { oauthProvider } from './provider.ts'
import { leaveFor } from './start.ts'
import { findOwnerPage } from '../owner-page.ts'
import { pageProviders } from '../page-providers.ts'
import { approve } from '../where-to.ts'

const isOidc = (summary: ProviderSummary | undefined): summary is ProviderSummary => summary?.type === 'oidc'

/** The provider of the address, where its owner lets it begin a sign-in; for all others there is no such address. */
const enabledProvider = ({ providerId }: RequestInternal, site: Site): ResolvedOAuthProvider => {
  const summary = site.config.providers.find(providerId)
  const provider = isOidc(summary) ? oauthProvider(summary, site) : undefined
  if (provider?.thirdPartyLogin !== undefined) return provider
  throw new InvalidProvider('This provider begins no sign-in', { provider: providerId ?? '' })
}

/** A page with one button: nobody is sent away to sign in by a link alone. */
const confirm = async (
  request: RequestInternal,
  site: Site,
  { id }: ResolvedOAuthProvider,
  hint: Readonly<Record<string, string>>,
  target: ReturnTarget,
): Promise<Answer> => {
  const page = findOwnerPage(request, site, 'signIn')
  if (page !== undefined) {
    return redirectTo(ownerPage(page, request.origin, { callbackUrl: target, provider: id, ...hint }))
  }
  const query = new URLSearchParams(hint).toString()
  const providers = pageProviders(site.config)
    .filter((provider) => provider.id === id)
    .map((provider) => ({ ...provider, action: `${provider.action}${query === '' ? '' : `?${query}`}` }))
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  // Who came here by somebody else's link wishes to sign in at most, and not to give anybody a way into their account.
  const props = { providers, callbackUrl: target, links: false as const, ...defined({ csrfToken }) }
  return show({ page: 'signin', props }, cookies)
}

/**
 * `GET /initiate-login/<provider>`: the provider, or a page of its, sends somebody to sign in here (OpenID Connect Core §4). A
 * new attempt begins with everything that belongs to one. Whoever is signed in already is asked, whatever the owner chose: a
 * stranger's link must not change who one is.
 */
export const initiateLogin: Flow = async (request, site) => {
  const provider = enabledProvider(request, site)
  const initiation = readInitiation(request.query)
  await checkInitiator(provider, initiation, site.runtime)
  const target = await approve(site, request.origin, initiation.target)
  const hint = defined({ login_hint: initiation.loginHint })
  const atOnce = provider.thirdPartyLogin === 'immediate' && (await findSignedIn(site, request.cookies)) === null
  if (!atOnce) return confirm(request, site, provider, hint, target)
  return leaveFor(request, site, provider, { target, parameters: hint, intent: {} })
}

const toQuery = ({ issuer, loginHint, target }: Initiation): Readonly<Record<string, string | undefined>> => ({
  iss: issuer,
  login_hint: loginHint,
  target_link_uri: target,
})

const ofFields = (fields: RequestInternal['fields']): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'))

/** `POST /initiate-login/<provider>`: comes across sites without our cookies, so it is asked once more by `GET`, with them. */
export const relayInitiation: Flow = async (request, site) => {
  const { id } = enabledProvider(request, site)
  const query = toQuery(readInitiation(ofFields(request.fields)))
  return redirectTo(ownerPage(`${request.base}/initiate-login/${id}`, request.origin, query))
}
