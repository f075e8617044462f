import type { ProviderType } from './provider-type.ts'

/**
 * A user without the additions of the application.
 * @example const user: DefaultUser = { id: 'u1', name: 'Ann', email: 'ann@example.com' }
 */
export interface DefaultUser {
  /**
   * The id of the user in the database, or that of the provider's profile without a database.
   * @example id: 'u1'
   */
  id?: string
  /**
   * The name for display.
   * @example name: 'Ann'
   */
  name?: string | null | undefined
  /**
   * The e-mail address. Unless `emailVerified` is set, nothing has verified it.
   * @example email: 'ann@example.com'
   */
  email?: string | null | undefined
  /**
   * The address of a picture.
   * @example image: 'https://example.com/ann.png'
   */
  image?: string | null | undefined
}

/**
 * A user as the application sees them. Extend it by declaration merging.
 * @example const nameOf = (user: User) => user.name ?? user.email ?? 'guest'
 */
export interface User extends DefaultUser {}

/**
 * A session without the additions of the `session` callback.
 * @example const isSignedIn = (session: DefaultSession | null) => session?.user !== undefined
 */
export interface DefaultSession {
  /** The signed-in user. */
  user?: User
  /** An ISO 8601 date-time in UTC. */
  expires: string
}

/**
 * A session. Extend it by declaration merging.
 * @example const greet = (session: Session | null) => `Hello ${session?.user?.name ?? 'guest'}`
 */
export interface Session extends DefaultSession {}

/**
 * A token response (RFC 6749 §5.1).
 * @example const scopesOf = ({ scope = '' }: TokenEndpointResponse) => scope.split(' ')
 */
export interface TokenEndpointResponse {
  /** The access token. */
  access_token?: string
  /** The ID token of an OpenID Connect provider. */
  id_token?: string
  /** The token that gets new access tokens. */
  refresh_token?: string
  /** The scopes that the provider granted, separated by spaces. */
  scope?: string
  /** Always lower case. */
  token_type?: 'bearer' | 'dpop' | Lowercase<string>
  /** Seconds, from the provider. */
  expires_in?: number
  /** The state of the session at the provider (OpenID Connect Session Management §2). */
  session_state?: string
}

/**
 * A token response with the time of expiry.
 * @example const isExpired = ({ expires_at = 0 }: TokenSet) => expires_at * 1000 < Date.now()
 */
export interface TokenSet extends TokenEndpointResponse {
  /** When the access token expires: seconds since the epoch. */
  expires_at?: number
  [member: string]: unknown
}

/**
 * Links a user to a provider.
 * @example const isGitHub = (account: Account | null) => account?.provider === 'github'
 */
export interface Account extends TokenSet {
  /** The id of the provider. */
  provider: string
  /** OAuth and OIDC: the id of `profile()`. E-mail: the address. Credentials: the id of `authorize()`. */
  providerAccountId: string
  /** How the account signs its user in. */
  type: ProviderType
  /** The id of the user in the database. */
  userId?: string
}

/**
 * A postal address (OpenID Connect Core §5.1.1).
 * @example const townOf = ({ locality, country }: ProfileAddress) => `${locality ?? ''} ${country ?? ''}`
 */
export interface ProfileAddress {
  /** The country. */
  country?: string | null
  /** The whole address in lines. */
  formatted?: string | null
  /** The city. */
  locality?: string | null
  /** The postal code. */
  postal_code?: string | null
  /** The state, province or region. */
  region?: string | null
  /** The street and the number. */
  street_address?: string | null
}

/**
 * The claims about a user (OpenID Connect Core §5.1), and any other claims of the provider.
 * @example const isVerified = (profile?: Profile) => profile?.email_verified === true
 */
export interface Profile {
  /** The id of the user at an OAuth provider that is not an OpenID Provider. */
  id?: string | null
  /** The id of the user at an OpenID Provider. */
  sub?: string | null
  /** The full name. */
  name?: string | null
  /** The given names. */
  given_name?: string | null
  /** The family names. */
  family_name?: string | null
  /** The middle names. */
  middle_name?: string | null
  /** The casual name. */
  nickname?: string | null
  /** The user name that the user prefers. It may change. */
  preferred_username?: string | null
  /** The address of the user's profile page. */
  profile?: string | null
  /** The address of a picture. Some providers return an object. */
  picture?: any
  /** The address of the user's website. */
  website?: string | null
  /** The e-mail address. */
  email?: string | null
  /** Whether the provider has verified the e-mail address. */
  email_verified?: boolean | null
  /** The gender. */
  gender?: string | null
  /** The date of birth, as `YYYY-MM-DD` or `YYYY`. */
  birthdate?: string | null
  /** The time zone, such as `Europe/Paris`. */
  zoneinfo?: string | null
  /** The language, as a BCP 47 tag. */
  locale?: string | null
  /** The phone number. */
  phone_number?: string | null
  /** When the profile changed. OpenID Providers send seconds since the epoch. */
  updated_at?: Date | string | number | null
  /** The postal address. */
  address?: ProfileAddress | null
  [claim: string]: unknown
}

/**
 * The claims of an ID token about itself (OpenID Connect Core §2 and §3.3.2.11, RFC 7519 §4.1). Times are seconds.
 * @example const usedPasskey = ({ amr = [] }: IDTokenClaims) => amr.includes('hwk')
 */
export interface IDTokenClaims {
  /** The issuer. */
  iss: string
  /** The clients for which the token was issued. */
  aud: string | string[]
  /** When the token expires: seconds since the epoch. */
  exp: number
  /** When the token was issued: seconds since the epoch. */
  iat: number
  /** Before when the token is not valid: seconds since the epoch. */
  nbf?: number
  /** The id of the token. */
  jti?: string
  /** When the user authenticated at the provider: seconds since the epoch. */
  auth_time?: number
  /** The value that ties the token to the sign-in attempt. */
  nonce?: string
  /** The authentication context class. */
  acr?: string
  /** The authentication methods (RFC 8176). */
  amr?: string[]
  /** The client to which the token was issued. */
  azp?: string
  /** The hash of the access token. */
  at_hash?: string
  /** The hash of the authorization code. */
  c_hash?: string
  /** The id of the session at the provider. */
  sid?: string
}

/**
 * The claims of a userinfo response (OpenID Connect Core §5.3.2). It may have claims of the ID token too.
 * @example const idOf = ({ sub }: UserinfoProfile) => sub
 */
export interface UserinfoProfile extends Profile, Partial<IDTokenClaims> {
  /** The id of the user at the provider. */
  sub: string
  /** The address of a picture. */
  picture?: string | null
}

/**
 * The claims of an ID token.
 * @example const toUser = ({ sub, name, email, picture }: OIDCProfile) => ({ id: sub, name, email, image: picture })
 */
export interface OIDCProfile extends Profile, IDTokenClaims {
  /** The id of the user at the provider. */
  sub: string
  /** The address of a picture. */
  picture?: string | null
}
