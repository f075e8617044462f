import type { ConfiguredAuth } from '@authwright/core/framework'
import type { RequestEvent } from '@sveltejs/kit'

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

// Without values of the request: a client can send any `Referer`, and each text is logged once.
const TEXT =
  'Browsers use another address of this application than SvelteKit, which refuses their forms with status 403, ' +
  '"Cross-site POST form submissions are forbidden". Set ORIGIN (adapter-node of SvelteKit 2) or paths.origin (SvelteKit 3) to the ' +
  'address that users open (docs/guides/deployment.md#behind-a-proxy)'

/**
 * SvelteKit refuses a form of another origin before any hook runs. If it takes another address for its own than browsers use, this
 * package sees no form at all, but it sees the page that a browser comes from. Without `ORIGIN`, `adapter-node` takes every request for
 * one over https.
 */
export const warnOfOrigin = ({ config, warn }: ConfiguredAuth, { url, request }: RequestEvent): void => {
  const referer = request.headers.get('referer')
  if (referer === null || referer.startsWith(url.origin) || !URL.canParse(referer)) return
  const { origin, host } = new URL(referer)
  const isOwn = config.origin === undefined ? host === url.host : origin === config.origin
  if (isOwn && origin !== url.origin) warn('proxy-not-trusted', TEXT)
}
