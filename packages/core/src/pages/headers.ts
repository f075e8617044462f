import type { PageContent } from './document.ts'
import type { ResolvedTheme, RenderOptions } from './render-options.ts'

const FIXED = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  // A page shown in a popup loses its opener. A sign-in that leaves for a provider and comes back needs none.
  'cross-origin-opener-policy': 'same-origin',
  // Not `no-referrer`, which makes browsers send `Origin: null` with the forms of the page (Fetch §3.2), so that our own
  // check of the origin would refuse them. `same-origin` tells other sites nothing and ourselves the truth.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // For what does not know frame-ancestors: a framed page of ours can be clicked unseen.
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** The http sources a form may end up at: a scheme, or an origin that cannot carry a second directive into the policy. */
const HTTP_SOURCE = /^http:(?:\/\/[a-z0-9.:[\]-]+)?$/i

// Which https sites a sign-in passes through is the provider's affair, and a callback may lead to any of the owner's.
const formAction = (origins: readonly string[]): string =>
  ["form-action 'self' https:", ...origins.filter((origin) => HTTP_SOURCE.test(origin))].join(' ')

const policy = (
  { needs, hasPictures }: PageContent,
  dress: ResolvedTheme,
  { nonce, formOrigins }: RenderOptions,
): string =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    needs.length === 0 ? undefined : `script-src 'nonce-${nonce}'; require-trusted-types-for 'script'`,
    // The options of a ceremony are asked for by script, and nothing else is.
    needs.includes('passkey') ? "connect-src 'self'" : undefined,
    dress.logo !== undefined || hasPictures ? "img-src 'self' data: https:" : undefined,
    needs.length === 0 ? "form-action 'none'" : formAction(formOrigins ?? []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
    .filter((directive) => directive !== undefined)
    .join('; ')

/** The headers of a page: what it may load, where it may send, who may frame it, and that nobody keeps it. */
export const pageHeaders = (
  content: PageContent,
  dress: ResolvedTheme,
  look: RenderOptions,
): Record<string, string> => ({
  ...FIXED,
  'content-language': look.messages?.lang ?? 'en',
  'content-security-policy': policy(content, dress, look),
})
