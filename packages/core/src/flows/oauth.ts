import { fromBase64url } from '../base/bytes.ts'
import { defined } from '../base/record.ts'
import { toSeconds } from '../base/time.ts'
import { toUuid } from '../base/uuid.ts'
import type { Identity } from '../accounts/identity.ts'
import type { ProviderSummary } from '../config/providers.ts'
import type { Site } from '../config/site.ts'
import { sha256Base64url } from '../crypto/keyring.ts'
import { InvalidCheck } from '../errors/classes.ts'
import { finishAuthorization } from '../oauth/finish.ts'
import type { OAuthIdentity } from '../oauth/identity.ts'
import type { ResolvedOAuthProvider } from '../oauth/provider.ts'
import { resolveOAuthProvider } from '../oauth/resolve.ts'
import { startAuthorization } from '../oauth/start.ts'
import { beginTransaction, findTransaction } from '../transactions/store.ts'
import type { OAuthTransaction } from '../transactions/transaction.ts'
import type { OAuthConfig } from '../types/providers.ts'
import { redirectTo, show } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import { providerTarget } from '../web/return-target.ts'
import { carrying, FailedFlow } from './flow.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { findSignedIn } from './holder.ts'
import type { SignInMethod } from './method.ts'
import { findForward, makeState } from './redirect-proxy.ts'
import { readTarget, rememberTarget } from './where-to.ts'

const resolve = ({ written }: ProviderSummary, site: Site): ResolvedOAuthProvider => {
  const { redirectProxyUrl } = site.config
  return resolveOAuthProvider(
    written as unknown as OAuthConfig,
    redirectProxyUrl === undefined ? {} : { redirectProxyUrl },
  )
}

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
const start = async (request: RequestInternal, site: Site, summary: ProviderSummary): Promise<Answer> => {
  const provider = resolve(summary, site)
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

/** A user id for applications without a database: the same for each sign-in of the same account, and for no other. */
const stableId = async (site: Site, provider: string, subject: string): Promise<string> => {
  const hash = fromBase64url(await sha256Base64url(site.runtime.crypto, JSON.stringify([provider, subject])))
  return toUuid(hash ?? new Uint8Array(16), 8)
}

const toIdentity = async (site: Site, provider: ResolvedOAuthProvider, proven: OAuthIdentity): Promise<Identity> => ({
  method: 'oauth',
  user: { ...proven.user, id: await stableId(site, provider.id, proven.subject) },
  account: { ...proven.tokens, provider: provider.id, type: provider.type, providerAccountId: proven.subject },
  profile: proven.profile,
  stored: provider.account(proven.tokens) ?? {},
  allowDangerousEmailAccountLinking: provider.allowDangerousEmailAccountLinking,
  ...defined({ emailVerified: decideVerified(proven) }),
})

/** The provider's own word; one that says nothing of it leaves it open. */
const decideVerified = ({ emailVerified, profile }: OAuthIdentity): boolean | undefined => {
  if (emailVerified) return true
  const word: unknown = profile.email_verified
  return word === undefined || word === null ? undefined : false
}

/** The authorization response, from where this provider was asked to put it. */
const readAnswer = (request: RequestInternal, provider: ResolvedOAuthProvider): URLSearchParams => {
  if (provider.responseMode === 'query') return request.query
  const fields = Object.entries(request.fields).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return new URLSearchParams(fields)
}

const isCrossSite = ({ headers, origin }: RequestInternal): boolean => {
  const from = headers.get('origin')
  return (from !== null && from !== origin) || headers.get('sec-fetch-site') === 'cross-site'
}

/**
 * A provider that answers by a form posts across sites, so our Lax cookies stay behind. The answer is a page of our own
 * that posts the same fields again, this time from here.
 */
const repost = (request: RequestInternal, provider: ResolvedOAuthProvider): Answer => {
  const fields = [...readAnswer(request, provider)]
  return show({ page: 'repost', props: { action: `${request.base}/callback/${provider.id}`, fields } })
}

const onlyState = (answer: URLSearchParams): string => {
  const states = answer.getAll('state')
  const [state] = states
  if (state === undefined || state === '' || states.length > 1)
    throw new InvalidCheck('The answer carries no state', { reason: 'absent' })
  return state
}

/** `GET` or `POST /callback/<provider>`: the provider's answer ends the transaction, however it goes. */
const callback = async (request: RequestInternal, site: Site, summary: ProviderSummary): Promise<Answer> => {
  const provider = resolve(summary, site)
  const posted = request.method === 'POST'
  if (posted !== (provider.responseMode === 'form_post')) {
    throw new InvalidCheck('The answer came by another way than asked for', {
      provider: provider.id,
      reason: 'response-mode',
    })
  }
  const answer = readAnswer(request, provider)
  const forward = await findForward(request, site, provider, answer)
  if (forward !== undefined) return redirectTo(forward)
  if (posted && isCrossSite(request)) return repost(request, provider)
  const state = onlyState(answer)
  const reading = await findTransaction(site, request.cookies, { provider: provider.id, state, kind: 'oauth' })
  if (!reading.found || reading.transaction.kind !== 'oauth') {
    const reason = reading.found ? 'unreadable' : reading.fault
    const forget = reading.found ? [reading.forget] : reading.forget
    throw new FailedFlow(
      new InvalidCheck('This browser has no open attempt for the answer', { provider: provider.id, reason }),
      forget,
    )
  }
  const { transaction, forget } = reading
  const { redirectUri, nonce, codeVerifier, issuer, target, linkTo } = transaction
  return carrying([forget], async () => {
    const checks = { redirectUri, state, ...defined({ nonce, codeVerifier, issuer }) }
    const proven = await finishAuthorization(provider, checks, answer, site.runtime, site.config.logger)
    return completeSignIn(request, site, await toIdentity(site, provider, proven), { target, linkTo })
  })
}

export const oauthMethod: SignInMethod = { start, callback }
