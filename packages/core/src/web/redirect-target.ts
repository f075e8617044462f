import type { Branded } from '../base/branded.ts'

/** An address that a person may be sent to. Only this file makes one. */
export type RedirectTarget = Branded<string, 'return-target'>

/** An address longer than this, as it was sent or as it is written out, is not honoured. */
export const MAX_TARGET_LENGTH = 2048

/** A second parser may read backslashes, spaces and control characters differently, so such a wish is not weighed. */
const PRINTABLE = /^[\x21-\x5b\x5d-\x7e]+$/

/** An authority without userinfo after exactly two slashes; all other spellings are read differently by somebody. */
const PLAIN_ADDRESS = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i

const mint = (url: URL): RedirectTarget => url.href as RedirectTarget

const isWeb = (url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''

const parse = (text: string, base?: string): URL | undefined => {
  if (text.length > MAX_TARGET_LENGTH || !PRINTABLE.test(text) || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return isWeb(url) && url.href.length <= MAX_TARGET_LENGTH ? url : undefined
}

/** The front page of an origin. */
export const homeTarget = (origin: string): RedirectTarget => mint(new URL('/', origin))

/**
 * The wish as an absolute address of our own origin, or `undefined`. Only a path, or an address with scheme and host, is
 * honoured; the answer is absolute because a path of our own may itself begin with two slashes.
 */
export const findOwnTarget = (wanted: unknown, origin: string): RedirectTarget | undefined => {
  if (typeof wanted !== 'string') return undefined
  const path = wanted.startsWith('/') && !wanted.startsWith('//')
  if (!path && !PLAIN_ADDRESS.test(wanted)) return undefined
  const url = parse(wanted, origin)
  return url !== undefined && url.origin === origin ? mint(url) : undefined
}

/** What the owner's `redirect` callback answered, when it is an http or https address or a path of our own. */
export const findApprovedTarget = (response: unknown, origin: string): RedirectTarget | undefined => {
  const own = findOwnTarget(response, origin)
  if (own !== undefined || typeof response !== 'string' || !PLAIN_ADDRESS.test(response)) return own
  const url = parse(response)
  return url === undefined ? undefined : mint(url)
}

/** A page that the owner named, with parameters added. It may have a query of its own, and stand on another host. The config
 * has seen that it is an http or https address; anything else leads home. */
export const pageTarget = (
  page: string,
  origin: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): RedirectTarget => {
  const url = new URL(page, origin)
  if (!isWeb(url)) return homeTarget(origin)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return mint(url)
}

/** A provider's authorization or logout endpoint, as built by the room that speaks with it. */
export const providerTarget = (url: URL): RedirectTarget => mint(url)
