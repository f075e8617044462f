import type { CookieSerializeOptions } from './cookie.ts'

/** The look of built-in pages. */
export interface Theme {
  colorScheme?: 'auto' | 'dark' | 'light'
  logo?: string
  brandColor?: string
  buttonText?: string
}

/** Addresses of the application's own pages; each replaces a built-in one. */
export interface PagesOptions {
  signIn: string
  signOut: string
  /** Gets `?error=<type>`. */
  error: string
  verifyRequest: string
  /** Where a person goes after their first sign-in. Gets `?callbackUrl=`. */
  newUser: string
}

/** A cookie's name and attributes. What is left out keeps the library's default. */
export interface CookieOption {
  name?: string
  options?: CookieSerializeOptions
}

/** The cookies whose names and attributes can be overridden. */
export interface CookiesOptions {
  sessionToken: CookieOption
  callbackUrl: CookieOption
  csrfToken: CookieOption
  /** The transaction cookie; each attempt adds a suffix to the name. */
  state: CookieOption
  /** Held by the transaction cookie; an override has no effect and warns. */
  pkceCodeVerifier: CookieOption
  /** Held by the transaction cookie; an override has no effect and warns. */
  nonce: CookieOption
  webauthnChallenge: CookieOption
  /** The language that a person chose on a page. An application can name its own cookie here, whose value is a language tag. */
  locale: CookieOption
  /** The id of the provider that this browser signed in with last. */
  lastProvider: CookieOption
}

/** Where the library writes. */
export interface LoggerInstance {
  error: (error: Error, ...more: unknown[]) => void
  warn: (code: string, ...more: unknown[]) => void
  debug: (message: string, ...more: unknown[]) => void
}
