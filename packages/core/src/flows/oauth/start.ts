import { toSeconds } from '../../base/time.ts'
import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import type { ResolvedOAuthProvider } from '../../oauth/provider.ts'
import { startAuthorization } from '../../oauth/start.ts'
import { isRecent } from '../../transactions/recent.ts'
import { beginTransaction } from '../../transactions/store.ts'
import type { OAuthTransaction } from '../../transactions/transaction.ts'
import { redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { providerTarget } from '../../web/return-target.ts'
import type { ReturnTarget } from '../../web/return-target.ts'
import { askAgain, askToSignIn } from '../ask-to-sign-in.ts'
import { findSignedIn } from '../holder.ts'
import { oauthProvider } from './provider.ts'
import { makeState } from './redirect-proxy.ts'
import { readTarget, rememberTarget } from '../where-to.ts'

type LinkIntent = Pick<OAuthTransaction, 'linkTo' | 'mayLink'>

/**
 * Who asks to link: the user of the session this browser has now, where accounts can be linked at all. Whether they may is
 * decided before they leave, as the provider can take its time; it matters only if the account turns out to be a new one.
 */
const findLinkIntent = async (request: RequestInternal, site: Site): Promise<LinkIntent> => {
  const { link } = request.fields
  if (site.config.adapter === undefined || link === 'false' || link === false) return {}
  const linkTo = (await findSignedIn(site, request.cookies))?.userId
  return linkTo === undefined ? {} : { linkTo, mayLink: await isRecent(site, request.cookies, linkTo) }
}

/** A form that says that it is about linking gets nobody signed in or up: whoever may not link has no need to leave. */
const findRefusal = (
  request: RequestInternal,
  site: Site,
  { linkTo, mayLink }: LinkIntent,
  back: ReturnTarget,
): Answer | undefined => {
  const { link } = request.fields
  if ((link !== 'true' && link !== true) || mayLink === true) return undefined
  return linkTo === undefined ? askToSignIn(request, site, back) : askAgain(request, site, back)
}

const authorizationParameters = (request: RequestInternal): Readonly<Record<string, string>> => {
  const { callbackUrl: _ours, ...parameters } = Object.fromEntries(request.query)
  return parameters
}

/** What an attempt begins with. */
export interface Departure {
  readonly target: ReturnTarget
  /** For the authorization request; reserved ones are ignored. */
  readonly parameters: Readonly<Record<string, string>>
  readonly intent: LinkIntent
}

/** Opens a transaction and leaves for the provider. */
export const leaveFor = async (
  request: RequestInternal,
  site: Site,
  provider: ResolvedOAuthProvider,
  { target, parameters, intent }: Departure,
): Promise<Answer> => {
  const { state, redirectUri } = await makeState(request, site, provider)
  const input = { redirectUri, state, parameters }
  const { url, ...checks } = await startAuthorization(provider, input, site.runtime, site.config.logger)
  const transaction: OAuthTransaction = {
    kind: 'oauth',
    provider: provider.id,
    state,
    redirectUri,
    target,
    created: toSeconds(site.runtime.now()),
    ...checks,
    ...intent,
  }
  const cookies = await beginTransaction(site, request.cookies, transaction)
  return redirectTo(providerTarget(url), [...cookies, ...rememberTarget(request, site, target)])
}

/**
 * `POST /signin/<provider>`. With the field `link` set to `true` only somebody leaves who may add an account; with `false` nobody
 * adds one, signed in or not.
 */
export const startOAuth = async (request: RequestInternal, site: Site, summary: ProviderSummary): Promise<Answer> => {
  const provider = oauthProvider(summary, site)
  const target = await readTarget(request, site)
  const intent = await findLinkIntent(request, site)
  const refusal = findRefusal(request, site, intent, target)
  return refusal ?? leaveFor(request, site, provider, { target, parameters: authorizationParameters(request), intent })
}
