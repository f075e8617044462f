import { isObject, parseJson } from '../base/json.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of Apple's ID token, and what came with the first consent. */
export interface AppleProfile {
  sub: string
  email?: string
  email_verified?: boolean | 'true' | 'false'
  /** Whether the address is one of Apple's relay. */
  is_private_email?: boolean | 'true' | 'false'
  /** Sent once, at the first consent, and signed by nobody. */
  user?: { name?: { firstName?: string; lastName?: string } }
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
 * Apple. The client secret is a JWT that the owner signs. Asked for a name or an address it answers by POST only, and it
 * tells the name once, at the first consent, beside the code. Source: Apple's "Receiving a User's Identity Token"
 * (https://developer.apple.com/documentation/signinwithapple, read in a copy, 2026-11-21): it verifies every address; the
 * claim may be a text, and is false for managed accounts of work and school.
 */
export const Apple = (options: OIDCUserConfig<AppleProfile> = {}): OIDCConfig<AppleProfile> => ({
  id: 'apple',
  name: 'Apple',
  type: 'oidc',
  issuer: 'https://appleid.apple.com',
  authorization: { params: { scope: 'name email', response_mode: 'form_post' }, response: readUser },
  profile: (profile) => ({ id: profile.sub, name: nameOf(profile), email: profile.email }),
  emailVerified: ({ email_verified: verified }) => verified === true || verified === 'true',
  style: { bg: '#000', text: '#fff' },
  options,
})

export default Apple
