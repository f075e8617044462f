import type { OAuthProviderButtonStyles } from './providers.ts'

/** One field of a credentials form as the sign-in page shows it. */
export interface PageField {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly placeholder?: string
  readonly autocomplete?: string
  readonly required?: boolean
}

/** One way to sign in as the sign-in page shows it. */
export interface PageProvider {
  readonly id: string
  readonly name: string
  /** Leaves for the provider; asks for an address; asks for fields. */
  readonly kind: 'redirect' | 'email' | 'credentials'
  /** Where the form posts to: an address of our own. */
  readonly action: string
  readonly style?: OAuthProviderButtonStyles
  readonly fields?: readonly PageField[]
}

export interface SigninProps {
  readonly providers: readonly PageProvider[]
  readonly csrfToken?: string
  /** Where the person goes afterwards, already judged. */
  readonly callbackUrl: string
  /** A public error type of the closed table. */
  readonly error?: string
}

export interface SignoutProps {
  readonly action: string
  readonly csrfToken?: string
  readonly callbackUrl: string
}

export interface VerifyRequestProps {
  readonly home: string
}

/** A link from a mail, opened elsewhere than where it was asked for. */
export interface ConfirmLinkProps {
  readonly action: string
  readonly csrfToken?: string
  /** The address that is about to be signed in. */
  readonly email: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly host: string
}

/** A provider's cross-site POST, sent on from our own site so that our cookies come along. */
export interface RepostProps {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

export interface ErrorProps {
  /** A public error type of the closed table. */
  readonly error: string
  /** What support can look up in the log. */
  readonly reference?: string
  readonly signinUrl: string
  readonly home: string
}

/** What a flow wants shown; the pages room renders it. */
export type Page =
  | { readonly page: 'signin'; readonly props: SigninProps }
  | { readonly page: 'signout'; readonly props: SignoutProps }
  | { readonly page: 'verify-request'; readonly props: VerifyRequestProps }
  | { readonly page: 'confirm-link'; readonly props: ConfirmLinkProps }
  | { readonly page: 'repost'; readonly props: RepostProps }
  | { readonly page: 'error'; readonly props: ErrorProps }
