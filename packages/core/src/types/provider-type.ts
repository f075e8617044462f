/** The ways to prove who one is. */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'

/** Providers whose sign-in is answered without leaving the application. */
export type RedirectableProviderType = 'email' | 'credentials'
