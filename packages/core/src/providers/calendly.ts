import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/calendly-icon.ts'

/** The user profile that Calendly returns. It is in `resource`. */
export interface CalendlyProfile {
  resource: { uri: string; name?: string; email?: string; avatar_url?: string | null }
  [member: string]: unknown
}

/**
 * Calendly. The user's id is `uri`, the URL of the user's record, because the shorter ids are not used alone. The
 * application needs the scope `users:read`. The profile does not say whether the e-mail address is verified. Source:
 * https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/get-oauth-authorize.md and
 * https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/post-oauth-refresh-token.md (beginnings of the pages),
 * https://developer.calendly.com/api-docs/calendly-api/users/get-user.md,
 * https://developer.calendly.com/how-to-find-the-organization-or-user-uri (`uri`) and
 * https://developer.calendly.com/docs/authentication/scopes, 2026-11-21.
 * @unconfirmed The members `name`, `email` and `avatar_url`.
 * @example
 * // with AUTH_CALENDLY_ID and AUTH_CALENDLY_SECRET set; the callback is /auth/callback/calendly
 * import Calendly from '@authwright/core/providers/calendly'
 * const config = { providers: [Calendly] }
 */
export const Calendly = <P extends CalendlyProfile = CalendlyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'calendly',
  name: 'Calendly',
  type: 'oauth',
  authorization: { url: 'https://auth.calendly.com/oauth/authorize', params: { scope: 'users:read' } },
  token: 'https://auth.calendly.com/oauth/token',
  userinfo: 'https://api.calendly.com/users/me',
  profile: ({ resource: { uri, name, email, avatar_url: image } }) => ({ id: uri, name, email, image }),
  style: { bg: '#006bff', text: '#fff' },
  icon,
  options,
})

export default Calendly
