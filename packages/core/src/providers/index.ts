import type { RedirectableProviderType, WebAuthnProviderType } from '../types/providers.ts'

export type * from '../types/providers.ts'

/** The ids of the OAuth and OIDC entries. */
export type OAuthProviderType = 'github' | 'google' | 'keycloak'

/** The ids of all entries. */
export type BuiltInProviderType = RedirectableProviderType | OAuthProviderType | WebAuthnProviderType

/** An id of an entry, or of a provider of one's own. */
export type ProviderId = BuiltInProviderType | (string & {})
