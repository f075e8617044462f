import type { MessagesOptions } from './messages.ts'
import type { PageComponents } from './page-components.ts'
import type { warningCodes } from './warning-codes.ts'

/** Attributes of a `Set-Cookie` header (RFC 6265). */
export interface CookieSerializeOptions {
  /** The host that gets the cookie, with its subdomains. @default the host of the response, without subdomains */
  domain?: string
  /** When the browser deletes the cookie. */
  expires?: Date
  /** Whether scripts of the page cannot read the cookie. */
  httpOnly?: boolean
  /** Whole seconds. */
  maxAge?: number
  /** Whether the browser keeps the cookie per embedding site. */
  partitioned?: boolean
  /** The path below which the browser sends the cookie. */
  path?: string
  /** Which cookies the browser deletes last when there are too many. */
  priority?: 'low' | 'medium' | 'high'
  /** With which requests of other sites the browser sends the cookie (RFC 6265bis §4.1.2.7). `true` is `strict`. */
  sameSite?: true | false | 'lax' | 'strict' | 'none'
  /** Whether the browser sends the cookie over https only. */
  secure?: boolean
}

/** A cookie to be set. */
export interface Cookie {
  /** The name of the cookie. */
  readonly name: string
  /** The value, which `serializeCookie` encodes. */
  readonly value: string
  /** The attributes of the cookie. */
  readonly options: CookieSerializeOptions
}

/**
 * The name and the look of the built-in pages. E-mails use `brandColor` and `buttonText`. An empty string counts as left
 * out.
 * @example
 * const theme: Theme = { name: 'Acme', brandColor: '#2f5bd0', brandColorDark: '#7c9cf0', logo: '/logo.svg', radius: 8 }
 */
export interface Theme {
  /** The name of the application: "Sign in to Acme", "Back to Acme". @default "Sign in", and links name the host */
  name?: string
  /** `'auto'` follows the device of the user. @default 'auto' */
  colorScheme?: 'auto' | 'dark' | 'light'
  /** A path that begins with `/`, an http or https address, or a `data:` image. @default no logo */
  logo?: string
  /** The icon of the browser tab, written like `logo`. @default no icon; browsers do not request `/favicon.ico` */
  favicon?: string
  /** The background of the main buttons, and the hue of links: a CSS color. @default a blue */
  brandColor?: string
  /** `brandColor` for the dark color scheme. @default `brandColor` */
  brandColorDark?: string
  /** The text on the main buttons: a CSS color. @default black or white, by the contrast with `brandColor` */
  buttonText?: string
  /** The page around the card: a CSS color. With `colorScheme: 'auto'` only in the light one. @default a light or dark gray */
  background?: string
  /** The radius of buttons and fields in pixels, from 0 to 32. The card has one and a half times as much. @default 12 */
  radius?: number
  /** Names of fonts of the device, as in CSS. The pages load no fonts. @default the font of the system */
  font?: string
  /** The terms of use: a path that begins with `/`, or an http or https address. @default no link */
  terms?: string
  /** The privacy policy, written like `terms`. @default no link */
  privacy?: string
}

/**
 * The languages and the texts of the built-in pages and e-mails.
 * @example
 * const i18n: I18nOptions = {
 *   locales: ['de', 'en', 'sv'],
 *   messages: { sv: { signin: { title: 'Logga in' } } },
 * }
 */
export interface I18nOptions {
  /** The BCP 47 tags of the languages to offer, the preferred first. @default all with messages, English first */
  locales?: readonly string[]
  /** Messages that replace built-in ones or add a language, by BCP 47 tag. @default the built-in messages */
  messages?: MessagesOptions
}

/** Paths or URLs of the application's own pages. Each replaces a built-in page and gets query parameters. */
export interface PagesOptions {
  /** Gets `?callbackUrl=` and after a failed sign-in `?error=<type>`. */
  signIn: string
  /** Gets `?callbackUrl=` if the request had one. */
  signOut: string
  /** Gets `?error=<type>`. */
  error: string
  /** Gets `?provider=&type=`. */
  verifyRequest: string
  /** The page after the first sign-in of a user. Gets `?callbackUrl=`. */
  newUser: string
  /** Functions that replace parts of the built-in pages. */
  components: Partial<PageComponents>
}

/** A built-in page that the application can replace. */
export type PageName = Exclude<keyof PagesOptions, 'components'>

/** The name and the attributes of a cookie. A member that is left out keeps the library's default. */
export interface CookieOption {
  /** The name of the cookie. */
  name?: string
  /** The attributes of the cookie. */
  options?: CookieSerializeOptions
}

/** The cookies whose names and attributes the developer can change. */
export interface CookiesOptions {
  /** The session: an encrypted token with the strategy `jwt`, a random token with `database`. */
  sessionToken: CookieOption
  /** The page to which the user goes after the sign-in or sign-out. */
  callbackUrl: CookieOption
  /** Proves that a form was sent from a page of this application. */
  csrfToken: CookieOption
  /** The cookie of a sign-in in progress. Each attempt adds a suffix to the name. */
  state: CookieOption
  /** Has no effect and warns: the `state` cookie contains the PKCE code verifier. */
  pkceCodeVerifier: CookieOption
  /** Has no effect and warns: the `state` cookie contains the nonce. */
  nonce: CookieOption
  /** A passkey ceremony in progress. Each ceremony adds a suffix to the name. */
  webauthnChallenge: CookieOption
  /** A new passkey that waits for the verification of an e-mail address. */
  pendingPasskey: CookieOption
  /** A sign-in that still requires a step, such as the verification of an e-mail address. */
  pendingSignIn: CookieOption
  /** The address that was typed and the provider that failed, for the next sign-in page. */
  signInInput: CookieOption
  /** The time of the last sign-in in this browser, for changes that require a recent one. */
  recentAuthentication: CookieOption
  /** The e-mail addresses that were verified in this browser, hashed. It signs in no user. */
  rememberedDevice: CookieOption
  /** The language that the user chose on a page: a BCP 47 tag. Name your own cookie to share the language with it. */
  locale: CookieOption
  /** The id of the provider of the last sign-in in this browser. */
  lastProvider: CookieOption
  /** A keyed hash of the passkey of this device that was used last. */
  lastPasskey: CookieOption
}

/** Identifies a warning in the log, such as `csrf-disabled`. */
export type WarningCode = (typeof warningCodes)[number]

/** Where the library writes its log. */
export interface LoggerInstance {
  /** Called for each error. `error.cause` has its reason. */
  error: (error: Error, ...more: unknown[]) => void
  /** Called for each warning, with its code. */
  warn: (code: WarningCode, ...more: unknown[]) => void
  /** Called for each decision, if `debug` is on. */
  debug: (message: string, ...more: unknown[]) => void
}
