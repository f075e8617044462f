import type { MailProviderId, OAuthProviderType } from './provider-ids.ts'

export type { OAuthProviderType } from './provider-ids.ts'

/**
 * The ids of the built-in OAuth and OpenID Connect providers.
 * @example const pages: Partial<Record<OAuthProviderId, string>> = { github: '/code', spotify: '/music' }
 */
export type OAuthProviderId = OAuthProviderType
/**
 * The ids of the built-in e-mail services.
 * @example const service: EmailProviderId = 'resend'
 */
export type EmailProviderId = MailProviderId
/**
 * The id of the built-in credentials provider.
 * @example const id: CredentialsProviderId = 'credentials'
 */
export type CredentialsProviderId = 'credentials'

/**
 * The kinds of sign-in methods.
 * @example const isOAuth = (type: ProviderType) => type === 'oidc' || type === 'oauth'
 */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'

/**
 * Providers whose sign-in does not leave the application.
 * @example const label = (type: RedirectableProviderType) => (type === 'email' ? 'Send a link' : 'Sign in')
 */
export type RedirectableProviderType = 'email' | 'credentials'

/**
 * The ids of the built-in providers, and the types of those without one.
 * @example const order: BuiltInProviderType[] = ['google', 'github', 'email']
 */
export type BuiltInProviderType = RedirectableProviderType | OAuthProviderType | 'webauthn'

/**
 * The id of a built-in provider or e-mail service, or of a custom provider.
 * @example const startWith = (id: ProviderId) => `/login?provider=${id}`
 */
export type ProviderId = BuiltInProviderType | MailProviderId | (string & {})

/**
 * The members of every provider.
 * @example
 * const label = ({ name, type }: CommonProviderOptions) => (type === 'webauthn' ? 'Passkey' : `Sign in with ${name}`)
 */
export interface CommonProviderOptions {
  /**
   * Unique among `providers`; part of the URL.
   * @example id: 'acme'
   */
  id: string
  /**
   * The label of the button: "Sign in with …".
   * @example name: 'Acme'
   */
  name: string
  /**
   * How the provider signs a user in.
   * @example type: 'oidc'
   */
  type: ProviderType
}

/**
 * One field of a credentials form: attributes of an HTML input and a label.
 * @example
 * const password: CredentialInput = { label: 'Password', labels: { de: 'Passwort' }, type: 'password', required: true }
 */
export interface CredentialInput {
  /**
   * The label of the field.
   * @example label: 'Password'
   */
  label?: string
  /**
   * The label per locale of `i18n.locales`. @default `label`
   * @example labels: { de: 'Passwort' }
   */
  labels?: Readonly<Record<string, string>>
  /**
   * The type of the input. @default 'text'
   * @example type: 'password'
   */
  type?: string
  /**
   * The value that the field has at first.
   * @example value: 'ada'
   */
  value?: string
  /**
   * The text in the empty field.
   * @example placeholder: 'ada@example.com'
   */
  placeholder?: string
  [attribute: string]: unknown
}
