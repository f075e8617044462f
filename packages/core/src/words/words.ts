/** What a person reads about an error: what happened, what to do next, and the label of a link to the sign-in page. */
export interface ErrorText {
  readonly title: string
  readonly text: string
  readonly next?: string
  /** Left out where signing in again cannot help. */
  readonly signIn?: string
}

/** The errors that have their own text: those of the closed table that a client may learn. */
export type ErrorWithText =
  | 'AccessDenied'
  | 'AccountNotLinked'
  | 'Configuration'
  | 'CredentialsSignin'
  | 'EmailSignInError'
  | 'InvalidCheck'
  | 'MissingCSRF'
  | 'OAuthAccountNotLinked'
  | 'OAuthCallbackError'
  | 'OAuthSignInError'
  | 'Verification'
  | 'WebAuthnVerificationError'

/**
 * Every sentence of the built-in pages, in one language. A sentence with a gap is a function, because languages put the
 * gap in different places. Sentences are plain text: pages escape them.
 */
export interface Words {
  /** A BCP 47 language tag, such as `en`. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** The title of a page that reports an error, so that a screen reader says so first. */
  readonly titleWithError: (title: string) => string
  readonly logo: string
  readonly home: string
  readonly homeAt: (host: string) => string
  readonly signin: {
    readonly title: string
    readonly none: string
    readonly withProvider: (name: string) => string
    readonly or: string
    readonly email: string
    readonly emailPlaceholder: string
    readonly sendLink: string
    readonly sendLinkWith: (name: string) => string
    readonly submit: string
  }
  readonly signout: { readonly title: string; readonly question: string; readonly submit: string }
  readonly verifyRequest: { readonly title: string; readonly sent: string; readonly hint: string }
  readonly confirmLink: {
    readonly title: string
    readonly lead: (host: string) => string
    readonly warning: string
    readonly submit: string
  }
  readonly repost: { readonly title: string; readonly text: string; readonly submit: string }
  readonly errorPage: { readonly status: (status: number) => string; readonly reference: string }
  readonly errors: Readonly<Record<ErrorWithText, ErrorText>>
  /** For whatever has no text of its own. */
  readonly anyError: ErrorText
}
