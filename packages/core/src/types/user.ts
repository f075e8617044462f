import type { ProviderType } from './provider-type.ts'

/** A user without the additions of the application. */
export interface DefaultUser {
  id?: string
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** A user as the application sees them. Extend it by declaration merging. */
export interface User extends DefaultUser {}

/** A session without the additions of the `session` callback. */
export interface DefaultSession {
  user?: User
  /** An ISO 8601 date-time in UTC. */
  expires: string
}

/** A session. Extend it by declaration merging. */
export interface Session extends DefaultSession {}

/** A token response (RFC 6749 §5.1). */
export interface TokenEndpointResponse {
  access_token?: string
  id_token?: string
  refresh_token?: string
  scope?: string
  /** Always lower case. */
  token_type?: 'bearer' | 'dpop' | Lowercase<string>
  /** Seconds, from the provider. */
  expires_in?: number
  session_state?: string
}

/** A token response with the time of expiry. */
export interface TokenSet extends TokenEndpointResponse {
  /** When the access token expires: seconds since the epoch. */
  expires_at?: number
  [member: string]: unknown
}

/** Links a user to a provider. */
export interface Account extends TokenSet {
  /** The id of the provider. */
  provider: string
  /** OAuth and OIDC: the id of `profile()`. E-mail: the address. Credentials: the id of `authorize()`. */
  providerAccountId: string
  type: ProviderType
  userId?: string
}

/** A postal address (OpenID Connect Core §5.1.1). */
export interface ProfileAddress {
  country?: string | null
  formatted?: string | null
  locality?: string | null
  postal_code?: string | null
  region?: string | null
  street_address?: string | null
}

/** The claims about a user (OpenID Connect Core §5.1), and any other claims of the provider. */
export interface Profile {
  id?: string | null
  sub?: string | null
  name?: string | null
  given_name?: string | null
  family_name?: string | null
  middle_name?: string | null
  nickname?: string | null
  preferred_username?: string | null
  profile?: string | null
  picture?: any
  website?: string | null
  email?: string | null
  email_verified?: boolean | null
  gender?: string | null
  birthdate?: string | null
  zoneinfo?: string | null
  locale?: string | null
  phone_number?: string | null
  updated_at?: Date | string | number | null
  address?: ProfileAddress | null
  [claim: string]: unknown
}

/** The claims of an ID token about itself (OpenID Connect Core §2 and §3.3.2.11, RFC 7519 §4.1). Times are seconds. */
export interface IDTokenClaims {
  iss: string
  aud: string | string[]
  exp: number
  iat: number
  nbf?: number
  jti?: string
  auth_time?: number
  nonce?: string
  acr?: string
  amr?: string[]
  azp?: string
  at_hash?: string
  c_hash?: string
  /** The id of the session at the provider. */
  sid?: string
}

/** The claims of a userinfo response (OpenID Connect Core §5.3.2). It may have claims of the ID token too. */
export interface UserinfoProfile extends Profile, Partial<IDTokenClaims> {
  sub: string
  picture?: string | null
}

/** The claims of an ID token. */
export interface OIDCProfile extends Profile, IDTokenClaims {
  sub: string
  picture?: string | null
}
