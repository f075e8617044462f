import type { Site } from './site.ts'

/** What a site has seen of providers that answer by a form. */
interface Seen {
  /** Whether somebody left for one and none has answered since. */
  isWaiting: boolean
  /** Whether an answer came through, or the owner was told. */
  isSettled: boolean
}

const seen = new WeakMap<Site, Seen>()

const seenBy = (site: Site): Seen => {
  const known = seen.get(site) ?? { isWaiting: false, isSettled: false }
  seen.set(site, known)
  return known
}

/** The origin that will post its answer, where an address says that it will (OAuth 2.0 Form Post Response Mode §2). */
const formPoster = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.searchParams.get('response_mode') === 'form_post' ? url.origin : undefined
}

const tell = ({ config }: Site, origin: string): void => {
  const say = config.logger?.warn ?? console.warn
  say(
    'form-post-unanswered',
    `No answer of ${origin}, which answers by a form, has come through so far. SvelteKit refuses such a form with status 403, ` +
      `"Cross-site POST form submissions are forbidden", before any hook runs, unless csrf.trustedOrigins lists ${origin}`,
  )
}

/**
 * Somebody leaves for this address. SvelteKit checks where forms come from before any hook, so its refusal of a provider's
 * answer is never seen here; that a second person leaves before any answer came is what can be seen, and is told once.
 */
export const noteLeaving = (site: Site, address: string): void => {
  const origin = formPoster(address)
  const known = seenBy(site)
  if (origin === undefined || known.isSettled) return
  if (known.isWaiting) tell(site, origin)
  known.isSettled = known.isWaiting
  known.isWaiting = true
}

/** A form of another site has come through. */
export const noteArrival = (site: Site, { method, headers, url }: Request): void => {
  const origin = headers.get('origin')
  if (method === 'POST' && origin !== null && origin !== new URL(url).origin) seenBy(site).isSettled = true
}

/** Where an answer of the engine leads: a redirect, or an address for a client that follows it by itself. */
export const addressOf = async (response: Response): Promise<string> => {
  const location = response.headers.get('location')
  if (location !== null) return location
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return ''
  const body: unknown = await response.clone().json()
  return typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string' ? body.url : ''
}
