import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/amazon-icon.ts'

/** The user profile that Amazon returns. */
export interface AmazonProfile {
  user_id: string
  name?: string
  email?: string
  [member: string]: unknown
}

/**
 * Amazon. The profile does not say whether the e-mail address is verified, so no e-mail address counts as verified.
 * Source: https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html and
 * https://developer.amazon.com/docs/login-with-amazon/obtain-customer-profile.html, 2026-11-21.
 * @example
 * // with AUTH_AMAZON_ID and AUTH_AMAZON_SECRET set; the callback is /auth/callback/amazon
 * import Amazon from '@authwright/core/providers/amazon'
 * const config = { providers: [Amazon] }
 */
export const Amazon = <P extends AmazonProfile = AmazonProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'amazon',
  name: 'Amazon',
  type: 'oauth',
  authorization: { url: 'https://www.amazon.com/ap/oa', params: { scope: 'profile' } },
  token: 'https://api.amazon.com/auth/o2/token',
  userinfo: 'https://api.amazon.com/user/profile',
  profile: ({ user_id: id, name, email }) => ({ id, name, email }),
  style: { bg: '#ff9900', text: '#000' },
  icon,
  options,
})

export default Amazon
