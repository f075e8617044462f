// Written by scripts/catalogue.ts.

/** The ways to prove who one is. */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'

/** Providers whose sign-in is answered without leaving the application. */
export type RedirectableProviderType = 'email' | 'credentials'

/** The ids of the built-in providers that a person leaves for, and those of passkeys. */
export type OAuthProviderType =
  | 'airtable'
  | 'amazon'
  | 'asana'
  | 'authelia'
  | 'calendly'
  | 'canva'
  | 'clerk'
  | 'digitalocean'
  | 'docusign'
  | 'epic-games'
  | 'gitea'
  | 'gitee'
  | 'github'
  | 'google'
  | 'heroku'
  | 'intuit'
  | 'keycloak'
  | 'kick'
  | 'lichess'
  | 'linear'
  | 'orcid'
  | 'passkey'
  | 'soundcloud'
  | 'stackexchange'
  | 'vercel'
  | 'vimeo'
  | 'webauthn'
  | 'xero'
  | 'yahoo'

/** The ids of the built-in mail services. */
export type MailProviderId = 'nodemailer'

/** The ids and types of everything that is built in. */
export type BuiltInProviderType = RedirectableProviderType | OAuthProviderType | MailProviderId | 'webauthn'

/** An id of something built in, or of a provider of one's own. */
export type ProviderId = BuiltInProviderType | (string & {})
