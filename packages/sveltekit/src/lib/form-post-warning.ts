import { processVariables, type ConfiguredAuth } from '@authwright/core/framework'
import type { RequestEvent } from '@sveltejs/kit'
import { configuredOrigin, isDevelopment, ownOrigin } from './environment.ts'

/*
 * Some providers respond with a form that the browser posts from the provider's origin (OAuth 2.0 Form Post Response Mode).
 * SvelteKit rejects such a form before any hook runs, unless the application lists the origin in `csrf.trustedOrigins`. This
 * package never sees the rejection. It sees that a second sign-in starts before any response arrived, and warns once.
 */

interface FormPostState {
  /** Whether a sign-in started and no response has arrived since. */
  isPending: boolean
  /** Whether a response arrived, or the warning was logged. */
  isDone: boolean
}

const states = new WeakMap<ConfiguredAuth, FormPostState>()

const stateOf = (auth: ConfiguredAuth): FormPostState => {
  const state = states.get(auth) ?? { isPending: false, isDone: false }
  states.set(auth, state)
  return state
}

/** The origin of a provider that will respond with a form (OAuth 2.0 Form Post Response Mode §2). */
const findFormPostOrigin = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.searchParams.get('response_mode') === 'form_post' ? url.origin : undefined
}

/** Record that a sign-in redirects the browser to this address. */
export const recordRedirect = (auth: ConfiguredAuth, address: string): void => {
  const origin = findFormPostOrigin(address)
  const state = stateOf(auth)
  if (origin === undefined || state.isDone) return
  if (state.isPending) {
    auth.warn(
      'form-post-response-missing',
      `${origin} responds with a form, and no response has arrived yet. SvelteKit rejects such a form with status 403, ` +
        `"Cross-site POST form submissions are forbidden", before any hook runs, unless csrf.trustedOrigins lists ${origin}`,
    )
  }
  state.isDone = state.isPending
  state.isPending = true
}

/** Record that a form of another origin has arrived. */
export const recordFormPost = (auth: ConfiguredAuth, { method, headers, url }: Request): void => {
  const origin = headers.get('origin')
  if (method === 'POST' && origin !== null && origin !== new URL(url).origin) stateOf(auth).isDone = true
}

const REFUSED = 'with status 403, "Cross-site POST form submissions are forbidden"'
const GUIDE = '(docs/guides/deployment.md#behind-a-proxy)'

/** Without values of the request: a client can send any `Referer` and `Host`, and each text is logged once. */
const describeOther = (): string => {
  const known = configuredOrigin() ?? processVariables()['ORIGIN']
  const which = known === undefined ? 'which' : `which takes ${known} for it and`
  return (
    `Browsers use another address of this application than SvelteKit, ${which} refuses their forms ${REFUSED}. ` +
    `Set ORIGIN (adapter-node of SvelteKit 2) or paths.origin (SvelteKit 3) to the address that users open ${GUIDE}`
  )
}

const differs = (own: string, taken: string): string =>
  `AUTH_URL is ${own}, but SvelteKit takes ${taken} for the address of this application, and refuses forms of all others ${REFUSED}. ` +
  `If users open ${own}, set ORIGIN=${own} (adapter-node of SvelteKit 2) or paths: { origin: '${own}' } (SvelteKit 3). ` +
  `If they open ${taken}, set AUTH_URL=${taken} ${GUIDE}. For preview deployments set no AUTH_URL, but AUTH_REDIRECT_PROXY_URL`

const warned = new WeakSet<ConfiguredAuth>()

/** The origin of a config: what `AUTH_URL` says. Another value than a URL fails each request. */
const originOf = ({ config }: ConfiguredAuth): string | undefined => {
  const { origin } = config
  return origin !== undefined && /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).origin : undefined
}

/** Whether a page of this application, whose address SvelteKit does not take for its own, sent the request. */
const isFromOwnPage = ({ url, request }: RequestEvent, taken: string): boolean => {
  const referer = request.headers.get('referer')
  if (referer === null || referer.startsWith(`${taken}/`) || !URL.canParse(referer)) return false
  const { host, origin } = new URL(referer)
  return [url.host, request.headers.get('host')].includes(host) && origin !== taken
}

/**
 * SvelteKit refuses a form of another origin before any hook runs. If it takes another address for its own than browsers use, this
 * package sees no form at all. It sees that `AUTH_URL` is another address, at the first request. Without `AUTH_URL` it sees the page that
 * a browser comes from. Without `ORIGIN`, `adapter-node` takes every request for one over https.
 */
export const warnOfOrigin = (auth: ConfiguredAuth, event: RequestEvent): void => {
  if (warned.has(auth) || isDevelopment()) return
  const taken = ownOrigin(event.url)
  // Mostly they are the same text: parsing it for each request would be in vain.
  const own = auth.config.origin === taken ? taken : originOf(auth)
  const isOther = own !== undefined && own !== taken
  if (!isOther && !isFromOwnPage(event, taken)) return
  warned.add(auth)
  auth.warn('proxy-not-trusted', isOther ? differs(own, taken) : describeOther())
}
