import type { MailProviderId, OAuthProviderType } from './provider-ids.ts'

export type { MailProviderId, OAuthProviderType } from './provider-ids.ts'

/** The ways to prove who one is. */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'

/** Providers whose sign-in is answered without leaving the application. */
export type RedirectableProviderType = 'email' | 'credentials'

/** Ids and types of what is built in, as the interface has them. */
export type BuiltInProviderType = RedirectableProviderType | OAuthProviderType | 'webauthn'

/** An id of something built in, mail services among them, or of a provider of one's own. */
export type ProviderId = BuiltInProviderType | MailProviderId | (string & {})

/** What every provider has. */
export interface CommonProviderOptions {
  /** Unique among `providers`; part of the URL. */
  id: string
  /** The label of the button: "Sign in with …". */
  name: string
  type: ProviderType
}
