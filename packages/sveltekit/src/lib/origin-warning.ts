import type { ConfiguredAuth } from '@authwright/core/framework'
import type { RequestEvent } from '@sveltejs/kit'

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
