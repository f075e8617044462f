import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface CognitoProfile extends OIDCProfile {}

/**
 * Amazon Cognito. `issuer` is required: `https://cognito-idp.<region>.amazonaws.com/<user pool>`. `email_verified` is
 * the user pool's own record. Source:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html,
 * 2026-11-21.
 * @example
 * // with AUTH_COGNITO_ID, AUTH_COGNITO_SECRET and AUTH_COGNITO_ISSUER set; the callback is /auth/callback/cognito
 * import Cognito from '@authwright/core/providers/cognito'
 * const config = { providers: [Cognito] }
 */
export const Cognito = <P extends CognitoProfile = CognitoProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'cognito',
  name: 'Cognito',
  type: 'oidc',
  trustAllEmails: true,
  style: { bg: '#c17b9e', text: '#000' },
  options,
})

export default Cognito
