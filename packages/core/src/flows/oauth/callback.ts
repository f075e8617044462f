import { defined } from '../../base/record.ts'
import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import { InvalidCheck } from '../../errors/classes.ts'
import { finishAuthorization } from '../../oauth/finish.ts'
import type { ResolvedOAuthProvider } from '../../oauth/provider.ts'
import { findTransaction } from '../../transactions/store.ts'
import { useUp } from '../../transactions/use-up.ts'
import { redirectTo, show } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { orAskAgain } from '../ask-to-sign-in.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { carrying, FailedFlow } from '../flow.ts'
import { toIdentity } from './identity.ts'
import { oauthProvider } from './provider.ts'
import { findForward } from './redirect-proxy.ts'

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
export const finishOAuth = async (request: RequestInternal, site: Site, summary: ProviderSummary): Promise<Answer> => {
  const provider = oauthProvider(summary, site)
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
  const { redirectUri, registration, created, target, linkTo, mayLink } = transaction
  const { nonce, codeVerifier, issuer, maxAge, acr } = transaction
  return carrying([forget], async () => {
    const further = defined({ nonce, codeVerifier, issuer, maxAge, acr })
    const checks = { redirectUri, state, registration, started: created, ...further }
    if (answer.has('code') && !answer.has('error')) await useUp(site, transaction)
    const proven = await finishAuthorization(provider, checks, answer, site.runtime, site.config.logger)
    const identity = await toIdentity(site, provider, proven)
    return orAskAgain(request, site, target, () => completeSignIn(request, site, identity, { target, linkTo, mayLink }))
  })
}
