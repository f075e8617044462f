import type { ProviderType } from './provider-type.ts'

/** A person as an application sees them. */
export interface User {
  id?: string
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** What a session holds unless the owner's `session` callback returns more. */
export interface DefaultSession {
  user?: User
  /** When the session ends: an ISO 8601 date-time in UTC. */
  expires: string
}

/** Being signed in. Extend it by declaration merging. */
export interface Session extends DefaultSession {}

/** What a token endpoint answered (RFC 6749 §5.1), members in the wire's own spelling. */
export interface TokenEndpointResponse {
  access_token?: string
  id_token?: string
  refresh_token?: string
  scope?: string
  /** Always lower case. */
  token_type?: 'bearer' | 'dpop' | Lowercase<string>
  /** Seconds, as the provider said it. */
  expires_in?: number
  session_state?: string
}

/** The token endpoint's answer with the instant of expiry worked out. */
export interface TokenSet extends TokenEndpointResponse {
  /** When the access token expires: seconds since the epoch. */
  expires_at?: number
  [member: string]: unknown
}

/** What ties a user to a provider. */
export interface Account extends TokenEndpointResponse {
  /** The provider's id. */
  provider: string
  /** OAuth and OIDC: the id that `profile()` returned. E-mail: the address. Credentials: the id that `authorize()` returned. */
  providerAccountId: string
  type: ProviderType
  /** The owning user's id. */
  userId?: string
  /** When the access token expires: seconds since the epoch. */
  expires_at?: number
  [member: string]: unknown
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

/** What a provider says of a person: the standard claims of OpenID Connect Core §5.1 and any other. */
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
