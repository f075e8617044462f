import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of LINE's ID token. Nothing says that an address was verified. */
export interface LINEProfile extends Profile {
  sub: string
}

/**
 * LINE. Its discovery document speaks of ES256, which is for native applications; ID tokens of a web login are signed with
 * the channel's secret. The address needs the permission that the channel's page offers. Sources:
 * https://developers.line.biz/en/docs/line-login/verify-id-token/ and https://developers.line.biz/en/reference/line-login/
 * (the secret belongs in the body), 2026-11-21.
 */
export const LINE = (options: OIDCUserConfig<LINEProfile> = {}): OIDCConfig<LINEProfile> => ({
  id: 'line',
  name: 'LINE',
  type: 'oidc',
  issuer: 'https://access.line.me',
  client: { id_token_signed_response_alg: 'HS256', token_endpoint_auth_method: 'client_secret_post' },
  style: { bg: '#00c300', text: '#000' },
  options,
})

export default LINE
