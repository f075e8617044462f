import type { PageContent } from './document.ts'
import type { RenderOptions, ResolvedTheme } from './render-options.ts'

const FIXED_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  // A page in a popup loses its opener. A sign-in by redirects does not need the opener.
  'cross-origin-opener-policy': 'same-origin',
  // Not `no-referrer`: browsers would send `Origin: null` with the forms of the page (Fetch §3.2), and the origin check
  // would reject them. `same-origin` sends nothing to other origins.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // For browsers without `frame-ancestors`. An attacker could make the user click in an invisible frame.
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** An http scheme or origin. Other characters could add a directive to the policy. */
const HTTP_SOURCE = /^http:(?:\/\/[a-z0-9.:[\]-]+)?$/i

// All of https, because a provider can redirect through any host, and the application can choose any host to return to.
const formAction = (origins: readonly string[]): string =>
  ["form-action 'self' https:", ...origins.filter((origin) => HTTP_SOURCE.test(origin))].join(' ')

const contentSecurityPolicy = (
  { features, hasImages }: PageContent,
  theme: ResolvedTheme,
  { nonce, formOrigins, components }: RenderOptions,
): string => {
  // A part of the application may show an image.
  const hasParts = Object.values(components ?? {}).some((part) => part !== undefined)
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    features.length === 0 ? undefined : `script-src 'nonce-${nonce}'; require-trusted-types-for 'script'`,
    // The passkey script fetches the options of the ceremony. No other script fetches.
    features.includes('passkey') ? "connect-src 'self'" : undefined,
    // `data:` for the empty icon of the page.
    theme.logo !== undefined || theme.favicon !== undefined || hasImages || hasParts
      ? "img-src 'self' data: https:"
      : 'img-src data:',
    features.length === 0 ? "form-action 'none'" : formAction(formOrigins ?? []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
    .filter((directive) => directive !== undefined)
    .join('; ')
}

/** The response headers of a page, with its content security policy. */
export const pageHeaders = (
  content: PageContent,
  theme: ResolvedTheme,
  options: RenderOptions,
): Record<string, string> => ({
  ...FIXED_HEADERS,
  'content-language': options.messages.lang,
  'content-security-policy': contentSecurityPolicy(content, theme, options),
})
