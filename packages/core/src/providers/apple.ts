import { isObject, parseJson } from '../base/json.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import type { IDTokenClaims } from '../types/user.ts'
import icon from './icons/apple-icon.ts'

/** The member `user` of the authorization response. */
export interface AppleNonConformUser {
  name?: { firstName?: string; lastName?: string }
  email?: string
}

/** The claims of Apple's ID token, and the `user` parameter of the first authorization response. */
export interface AppleProfile extends IDTokenClaims {
  sub: string
  email?: string
  email_verified?: boolean | 'true' | 'false'
  /** Whether the e-mail address belongs to Apple's private relay. */
  is_private_email?: boolean | 'true' | 'false'
  nonce_supported?: boolean
  /** Whether the user appears to be a real person: 2 likely, 1 unknown, 0 unsupported. */
  real_user_status?: 0 | 1 | 2
  /** The user's id after the application moved to another team, during 60 days. */
  transfer_sub?: string
  /** Sent once, with the first consent. It is not signed. */
  user?: AppleNonConformUser
  [claim: string]: unknown
}

const readUser = (response: URLSearchParams): Record<string, unknown> | undefined => {
  const user = parseJson(response.get('user') ?? '')
  return isObject(user) ? { user } : undefined
}

const nameOf = ({ user, email }: AppleProfile): string | undefined => {
  const { firstName = '', lastName = '' } = user?.name ?? {}
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? email : name
}

/**
 * Apple. The client secret is a JWT that the developer signs. If the request asks for a name or an e-mail address,
 * Apple sends the authorization response by POST only. It sends the name once, with the first consent, next to the
 * code. Apple verifies every e-mail address. `email_verified` may be a string, and it is false for managed work and
 * school accounts. Source: Apple's "Receiving a User's Identity Token"
 * (https://developer.apple.com/documentation/signinwithapple, read in a copy), 2026-11-21.
 * @example
 * // with AUTH_APPLE_ID and AUTH_APPLE_SECRET set; the callback is /auth/callback/apple
 * import Apple from '@authwright/core/providers/apple'
 * const config = { providers: [Apple] }
 */
export const Apple = <P extends AppleProfile = AppleProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'apple',
  name: 'Apple',
  type: 'oidc',
  issuer: 'https://appleid.apple.com',
  authorization: { params: { scope: 'name email', response_mode: 'form_post' }, response: readUser },
  profile: (profile) => ({ id: profile.sub, name: nameOf(profile), email: profile.email }),
  emailVerified: ({ email_verified: verified }) => verified === true || verified === 'true',
  style: { bg: '#000', text: '#fff', bgDark: '#fff', textDark: '#000' },
  icon,
  options,
})

export default Apple
