import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of LINE's ID token. They do not say whether the e-mail address is verified. */
export interface LINEProfile extends Profile {
  sub: string
}

/**
 * LINE. Its discovery document lists ES256, which is for native applications. ID tokens of a web login are signed with
 * the channel secret (HS256). The e-mail address needs a permission, requested on the channel's page. Sources:
 * https://developers.line.biz/en/docs/line-login/verify-id-token/ and
 * https://developers.line.biz/en/reference/line-login/ (the secret belongs in the body), 2026-11-21.
 */
export const LINE = (options: OIDCUserConfig<LINEProfile> = {}): OIDCConfig<LINEProfile> => ({
  id: 'line',
  name: 'LINE',
  type: 'oidc',
  issuer: 'https://access.line.me',
  client: { id_token_signed_response_alg: 'HS256', token_endpoint_auth_method: 'client_secret_post' },
  trustAllEmails: false,
  style: { bg: '#00c300', text: '#000' },
  options,
})

export default LINE
