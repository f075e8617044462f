import type { Branded } from '../base/json.ts'

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/** Whether the host is this machine, by name or IP address. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname)

const hasCredentials = (url: URL): boolean => url.username !== '' || url.password !== ''

/** Parse an address for secrets: https, or http to this machine (RFC 8252 §8.3). Logs would show its credentials. */
export const parseSafeUrl = (text: unknown): URL | undefined => {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
  return isSafe && !hasCredentials(url) ? url : undefined
}

/** A URL that is safe in `href`, `action` and `src`. */
export type PageUrl = Branded<string, 'page-url'>

/** A path of this origin or a web URL, without characters that parsers strip or read as a slash (WHATWG URL §4.4). */
const SAFE = /^(?:https?:\/\/(?![/?#])|\/(?!\/))[^\s\\]*$/i

const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,][\w%+/=.,;:-]*$/

/** The URL for a link or form. Handlers validated it; this keeps `javascript:` URLs out of pages all the same. */
export const pageUrl = (text: string): PageUrl => (SAFE.test(text) ? text : '/') as PageUrl

/** The URL of a configured image, which may also be a `data:` URL, or `undefined` if it is neither. */
export const findImageUrl = (text: string | undefined): PageUrl | undefined =>
  text !== undefined && (SAFE.test(text) || DATA_IMAGE.test(text)) ? (text as PageUrl) : undefined

/** An absolute URL that the browser may be redirected to. Only this file creates one. */
export type RedirectTarget = Branded<string, 'redirect-target'>

/** Characters of a URL, as received and as serialized. */
export const MAX_TARGET_LENGTH = 2048

/** Parsers differ in how they read backslashes, spaces and control characters, so a URL with one is refused. */
const PRINTABLE = /^[\x21-\x5b\x5d-\x7e]+$/

/** An authority without userinfo after exactly two slashes. Parsers differ in how they read other spellings. */
const PLAIN_URL = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i

const toTarget = (url: URL): RedirectTarget => url.href as RedirectTarget

const isWeb = (url: URL): boolean => /^https?:$/.test(url.protocol) && !hasCredentials(url)

const parse = (text: string, base?: string): URL | undefined => {
  if (text.length > MAX_TARGET_LENGTH || !PRINTABLE.test(text) || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return isWeb(url) && url.href.length <= MAX_TARGET_LENGTH ? url : undefined
}

export const homeTarget = (origin: string): RedirectTarget => toTarget(new URL('/', origin))

/** The requested path or URL of this origin. The result is absolute: a normalized path can begin with two slashes. */
export const findOwnTarget = (requested: unknown, origin: string): RedirectTarget | undefined => {
  if (typeof requested !== 'string') return undefined
  const isPath = requested.startsWith('/') && !requested.startsWith('//')
  if (!isPath && !PLAIN_URL.test(requested)) return undefined
  const url = parse(requested, origin)
  return url !== undefined && url.origin === origin ? toTarget(url) : undefined
}

/** The result of the `redirect` callback if it is an http or https URL or a path of this origin, else `undefined`. */
export const findApprovedTarget = (approved: unknown, origin: string): RedirectTarget | undefined => {
  const own = findOwnTarget(approved, origin)
  if (own !== undefined || typeof approved !== 'string' || !PLAIN_URL.test(approved)) return own
  const url = parse(approved)
  return url === undefined ? undefined : toTarget(url)
}

/** The URL of a page of the config, with parameters added. A URL that is not http or https becomes the home page. */
export const pageTarget = (
  page: string,
  origin: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): RedirectTarget => {
  const url = new URL(page, origin)
  if (!isWeb(url)) return homeTarget(origin)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return toTarget(url)
}

/** The authorization or logout endpoint of a provider, as the OAuth module built it. */
export const providerTarget = (url: URL): RedirectTarget => toTarget(url)
