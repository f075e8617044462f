import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/line-icon.ts'

/** The claims of LINE's ID token. They do not say whether the e-mail address is verified. */
export interface LINEProfile extends OIDCProfile {
  /** The channel id. */
  aud: string
  user?: Record<string, unknown>
}
/** The name of the profile in Auth.js. */
export type LineProfile = LINEProfile

/**
 * LINE. Its discovery document lists ES256, which is for native applications. ID tokens of a web login are signed with
 * the channel secret (HS256). The e-mail address needs a permission, requested on the channel's page. Sources:
 * https://developers.line.biz/en/docs/line-login/verify-id-token/ and
 * https://developers.line.biz/en/reference/line-login/ (the secret belongs in the body), 2026-11-21.
 * @example
 * // with AUTH_LINE_ID and AUTH_LINE_SECRET set; the callback is /auth/callback/line
 * import LINE from '@authwright/core/providers/line'
 * const config = { providers: [LINE] }
 */
export const LINE = <P extends LINEProfile = LINEProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'line',
  name: 'LINE',
  type: 'oidc',
  issuer: 'https://access.line.me',
  client: { id_token_signed_response_alg: 'HS256', token_endpoint_auth_method: 'client_secret_post' },
  trustAllEmails: false,
  style: { bg: '#06c755', text: '#fff' },
  icon,
  options,
})

export default LINE
