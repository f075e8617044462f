import type { MessagesOptions } from './messages.ts'
import type { PageComponents } from './page-components.ts'
import type { warningCodes } from './warning-codes.ts'

/**
 * Attributes of a `Set-Cookie` header (RFC 6265).
 * @example const options: CookieSerializeOptions = { path: '/', maxAge: 60 * 60, httpOnly: true, sameSite: 'lax' }
 */
export interface CookieSerializeOptions {
  /**
   * The host that gets the cookie, with its subdomains. @default the host of the response, without subdomains
   * @example domain: 'example.com'
   */
  domain?: string
  /**
   * When the browser deletes the cookie.
   * @example expires: new Date('2027-01-01')
   */
  expires?: Date
  /**
   * Whether scripts of the page cannot read the cookie.
   * @example httpOnly: true
   */
  httpOnly?: boolean
  /**
   * Whole seconds.
   * @example maxAge: 24 * 60 * 60
   */
  maxAge?: number
  /**
   * Whether the browser keeps the cookie per embedding site.
   * @example partitioned: true
   */
  partitioned?: boolean
  /**
   * The path below which the browser sends the cookie.
   * @example path: '/shop'
   */
  path?: string
  /**
   * Which cookies the browser deletes last when there are too many.
   * @example priority: 'high'
   */
  priority?: 'low' | 'medium' | 'high'
  /**
   * With which requests of other sites the browser sends the cookie (RFC 6265bis §4.1.2.7). `true` is `strict`.
   * @example sameSite: 'lax'
   */
  sameSite?: true | false | 'lax' | 'strict' | 'none'
  /**
   * Whether the browser sends the cookie over https only.
   * @example secure: true
   */
  secure?: boolean
}

/**
 * A cookie to be set.
 * @example const cookie: Cookie = { name: 'theme', value: 'dark', options: { path: '/' } }
 */
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
  /**
   * The name of the application: "Sign in to Acme", "Back to Acme". @default "Sign in", and links name the host
   * @example name: 'Acme'
   */
  name?: string
  /**
   * `'auto'` follows the device of the user. @default 'auto'
   * @example colorScheme: 'light'
   */
  colorScheme?: 'auto' | 'dark' | 'light'
  /**
   * A path that begins with `/`, an http or https address, or a `data:` image. @default no logo
   * @example logo: '/logo.svg'
   */
  logo?: string
  /**
   * The icon of the browser tab, written like `logo`. @default no icon; browsers do not request `/favicon.ico`
   * @example favicon: '/favicon.svg'
   */
  favicon?: string
  /**
   * The background of the main buttons, and the hue of links: a CSS color. @default a blue
   * @example brandColor: '#2f5bd0'
   */
  brandColor?: string
  /**
   * `brandColor` for the dark color scheme. @default `brandColor`
   * @example brandColorDark: '#7c9cf0'
   */
  brandColorDark?: string
  /**
   * The text on the main buttons: a CSS color. @default black or white, by the contrast with `brandColor`
   * @example buttonText: 'white'
   */
  buttonText?: string
  /**
   * The page around the card: a CSS color. With `colorScheme: 'auto'` only in the light one. @default a light or dark gray
   * @example background: '#f4f1ea'
   */
  background?: string
  /**
   * The radius of buttons and fields in pixels, from 0 to 32. The card has one and a half times as much. @default 12
   * @example radius: 8
   */
  radius?: number
  /**
   * Names of fonts of the device, as in CSS. The pages load no fonts. @default the font of the system
   * @example font: 'Georgia, serif'
   */
  font?: string
  /**
   * The terms of use: a path that begins with `/`, or an http or https address. @default no link
   * @example terms: '/terms'
   */
  terms?: string
  /**
   * The privacy policy, written like `terms`. @default no link
   * @example privacy: 'https://example.com/privacy'
   */
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
  /**
   * The BCP 47 tags of the languages to offer, the preferred first. @default all with messages, English first
   * @example locales: ['de', 'en']
   */
  locales?: readonly string[]
  /**
   * Messages that replace built-in ones or add a language, by BCP 47 tag. @default the built-in messages
   * @example messages: { en: { signin: { title: 'Welcome back' } } }
   */
  messages?: MessagesOptions
}

/**
 * Paths or URLs of the application's own pages. Each replaces a built-in page and gets query parameters.
 * @example const pages: Partial<PagesOptions> = { signIn: '/login', newUser: '/welcome' }
 */
export interface PagesOptions {
  /**
   * Gets `?callbackUrl=` and after a failed sign-in `?error=<type>`.
   * @example signIn: '/login'
   */
  signIn: string
  /**
   * Gets `?callbackUrl=` if the request had one.
   * @example signOut: '/logout'
   */
  signOut: string
  /**
   * Gets `?error=<type>`.
   * @example error: '/problem'
   */
  error: string
  /**
   * Gets `?provider=&type=`.
   * @example verifyRequest: '/check-your-mail'
   */
  verifyRequest: string
  /**
   * The page after the first sign-in of a user. Gets `?callbackUrl=`.
   * @example newUser: '/welcome'
   */
  newUser: string
  /**
   * Functions that replace parts of the built-in pages.
   * @example components: { footer: () => 'Questions? help@example.com' }
   */
  components: Partial<PageComponents>
}

/**
 * A built-in page that the application can replace.
 * @example const page: PageName = 'signIn'
 */
export type PageName = Exclude<keyof PagesOptions, 'components'>

/**
 * The name and the attributes of a cookie. A member that is left out keeps the library's default.
 * @example const sessionToken: CookieOption = { name: 'sid', options: { domain: 'example.com' } }
 */
export interface CookieOption {
  /**
   * The name of the cookie.
   * @example name: 'sid'
   */
  name?: string
  /**
   * The attributes of the cookie.
   * @example options: { domain: 'example.com' }
   */
  options?: CookieSerializeOptions
}

/**
 * The cookies whose names and attributes the developer can change.
 * @example const cookies: Partial<CookiesOptions> = { sessionToken: { name: 'sid' } }
 */
export interface CookiesOptions {
  /**
   * The session: an encrypted token with the strategy `jwt`, a random token with `database`.
   * @example sessionToken: { name: 'sid', options: { domain: 'example.com' } }
   */
  sessionToken: CookieOption
  /**
   * The page to which the user goes after the sign-in or sign-out.
   * @example callbackUrl: { name: 'return-to' }
   */
  callbackUrl: CookieOption
  /**
   * Proves that a form was sent from a page of this application.
   * @example csrfToken: { name: '__Host-csrf' }
   */
  csrfToken: CookieOption
  /**
   * The cookie of a sign-in in progress. Each attempt adds a suffix to the name.
   * @example state: { options: { sameSite: 'none', secure: true } }
   */
  state: CookieOption
  /**
   * Has no effect and warns: the `state` cookie contains the PKCE code verifier.
   * @example pkceCodeVerifier: { name: 'pkce' }
   */
  pkceCodeVerifier: CookieOption
  /**
   * Has no effect and warns: the `state` cookie contains the nonce.
   * @example nonce: { name: 'nonce' }
   */
  nonce: CookieOption
  /**
   * A passkey ceremony in progress. Each ceremony adds a suffix to the name.
   * @example webauthnChallenge: { name: 'passkey-challenge' }
   */
  webauthnChallenge: CookieOption
  /**
   * A new passkey that waits for the verification of an e-mail address.
   * @example pendingPasskey: { name: 'new-passkey' }
   */
  pendingPasskey: CookieOption
  /**
   * A sign-in that still requires a step, such as the verification of an e-mail address.
   * @example pendingSignIn: { name: 'sign-in-step' }
   */
  pendingSignIn: CookieOption
  /**
   * The address that was typed and the provider that failed, for the next sign-in page.
   * @example signInInput: { name: 'sign-in-input' }
   */
  signInInput: CookieOption
  /**
   * The time of the last sign-in in this browser, for changes that require a recent one.
   * @example recentAuthentication: { name: 'signed-in-at' }
   */
  recentAuthentication: CookieOption
  /**
   * The e-mail addresses that were verified in this browser, hashed. It signs in no user.
   * @example rememberedDevice: { name: 'device' }
   */
  rememberedDevice: CookieOption
  /**
   * The language that the user chose on a page: a BCP 47 tag. Name your own cookie to share the language with it.
   * @example locale: { name: 'language' }
   */
  locale: CookieOption
  /**
   * The id of the provider of the last sign-in in this browser.
   * @example lastProvider: { name: 'last-provider' }
   */
  lastProvider: CookieOption
  /**
   * A keyed hash of the passkey of this device that was used last.
   * @example lastPasskey: { name: 'last-passkey' }
   */
  lastPasskey: CookieOption
}

/**
 * Identifies a warning in the log, such as `csrf-disabled`.
 * @example const isAboutCsrf = (code: WarningCode) => code === 'csrf-disabled'
 */
export type WarningCode = (typeof warningCodes)[number]

/**
 * Where the library writes its log.
 * @example const logger: Partial<LoggerInstance> = { warn: (code, ...more) => console.warn(code, ...more) }
 */
export interface LoggerInstance {
  /**
   * Called for each error. `error.cause` has its reason.
   * @example error: (error) => console.error(error, error.cause)
   */
  error: (error: Error, ...more: unknown[]) => void
  /**
   * Called for each warning, with its code.
   * @example warn: (code, ...more) => console.warn(code, ...more)
   */
  warn: (code: WarningCode, ...more: unknown[]) => void
  /**
   * Called for each decision, if `debug` is on.
   * @example debug: (message, ...more) => console.debug(message, ...more)
   */
  debug: (message: string, ...more: unknown[]) => void
}
