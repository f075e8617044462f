import type { JsonObject } from '../base/json.ts'
import type { ProviderVariable } from '../base/text.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { OfferedMessages } from '../i18n/offered-messages.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AdapterMethod, BoundAdapter } from '../store/bind-adapter.ts'
import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterUser } from '../types/adapter.ts'
import type { LoggerInstance, Theme, WarningCode } from '../types/config-options.ts'
import type { AuthAction, Cookie, HeaderReader } from '../types/http.ts'
import type { AccountChangeProps, AccountProps, PageProvider } from '../types/page-props.ts'
import type { OAuthProviderButtonStyles, ProviderIcon, ProviderType } from '../types/providers.ts'
import type { Fields } from '../web/body.ts'
import type { CookieJar } from '../web/cookies.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import type { CookieDefinition, CookieSet } from './cookie-set.ts'
import type { Emit } from './logger.ts'
import type { ReadOptions } from './options.ts'
import type { resolveLegacySessions, resolveSession, resolveToken } from './session-config.ts'

// The types of the engine that refer to each other: config, context, request, provider, sign-in method.

interface Resolutions {
  readonly keyring: Keyring
  readonly account: Omit<ReadOptions['account'], 'tokens'>
  readonly session: ReturnType<typeof resolveSession>
  readonly token: ReturnType<typeof resolveToken>
  readonly cookies: (secure: boolean) => CookieSet
  readonly legacySessions: ReturnType<typeof resolveLegacySessions>
  readonly emit: Emit
  readonly adapter: BoundAdapter | undefined
  readonly logger: LoggerInstance
  readonly theme: Theme
  readonly messages: OfferedMessages
  readonly redirectProxyOrigins: readonly RegExp[]
  readonly providers: {
    readonly all: readonly ConfiguredProvider[]
    readonly find: (id: string | undefined) => ConfiguredProvider | undefined
  }
  readonly methods: MethodRegistry
}

/** The config with all defaults, keys and providers resolved. It does not depend on a request. Frozen. */
export type ResolvedConfig = Omit<ReadOptions, keyof Resolutions | 'secret' | 'jwt'> & Resolutions

/** What a handler works with. Keys and cookies are those for this request. */
export interface AuthContext {
  readonly config: ResolvedConfig
  readonly runtime: Runtime
  readonly keyring: Keyring
  readonly cookies: CookieSet
  /** Session cookies of a library that the application used before, as long as they are accepted. */
  readonly legacyCookies: readonly CookieDefinition[]
}

/** A request, parsed once, with the provider that its path names. */
export interface RequestInternal {
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** The application's own origin. The config and its trust settings decide it, never a header alone. */
  readonly origin: string
  readonly secure: boolean
  /** Origin and base path, without a slash at the end. */
  readonly base: string
  readonly action: AuthAction
  readonly provider: ConfiguredProvider | undefined
  readonly url: URL
  readonly fields: Fields
  readonly headers: HeaderReader
  readonly cookies: CookieJar
  /** The client asked for `{ url }` instead of a redirect. */
  readonly wantsJson: boolean
}

/** A function that works on a request. `More` are its further parameters. */
export type RequestFunction<More extends readonly unknown[], Result = Promise<HandlerResponse>> = (
  request: RequestInternal,
  context: AuthContext,
  ...more: More
) => Result

export type RouteHandler = RequestFunction<[]>

export type ProviderHandler = RequestFunction<[provider: ConfiguredProvider]>

export interface ConfiguredProvider {
  readonly id: string
  readonly name: string
  readonly type: ProviderType
  readonly method: SignInMethod
  readonly style: OAuthProviderButtonStyles | undefined
  readonly icon: ProviderIcon | undefined
  /** The id of the entry, which environment variables are named after. The developer may have chosen another `id`. */
  readonly entryId: string
  /** The entry with the developer's options merged into it, once. */
  readonly options: JsonObject
  /** What the developer wrote: the options of a provider function, or else the provider object. */
  readonly given: JsonObject
}

export interface MethodFacts {
  /** Whether users are rows of the adapter. A method without them brings users of the application's own. */
  readonly hasStoredUsers: boolean
  readonly hasAccounts: boolean
  /** Who verifies the e-mail address: the method itself by a mail, the provider by a claim, or nothing. */
  readonly verifiesEmail: 'itself' | 'by-provider' | 'no'
  readonly hasPasskeys: boolean
  /** The error when the account or its e-mail address belongs to another user. */
  readonly notLinkedError: 'AccountNotLinked' | 'OAuthAccountNotLinked'
}

/** Adapter methods that a part of the configuration calls. */
export interface AdapterNeed {
  readonly who: string
  readonly methods: readonly AdapterMethod[]
  /** Whether the part also works without any adapter. @default false */
  readonly isOptional?: boolean
  /** Methods that serve instead, if the adapter has all of them or another part needs them anyway. */
  readonly unless?: readonly AdapterMethod[]
}

/** What checks and warnings look at: the options, and what the providers and the strategy were resolved to. */
export interface ConfigFacts extends Omit<ReadOptions, 'providers'> {
  readonly providers: readonly ConfiguredProvider[]
  readonly methods: MethodRegistry
  readonly strategy: 'jwt' | 'database'
}

export type ConfigWarning = readonly [code: WarningCode, text: string]

/** The address as the user typed it, and where the link of the mail leads. */
interface EmailVerification {
  readonly email: unknown
  readonly target: RedirectTarget
  /** The id of the sign-in that continues when the address is verified. */
  readonly pendingSignIn?: string | undefined
  /** Whether a new passkey waits for the verification. The mail says so. @default false */
  readonly hasNewPasskey?: boolean
}

export interface CompletedSignIn {
  readonly user: AdapterUser
  readonly isNewUser: boolean
  /** The address that the sign-in verified by a mail. */
  readonly verifiedEmail: string | undefined
  readonly target: RedirectTarget
}

/** The steps of a method. They are loaded when the first of them is needed. */
export interface MethodSteps {
  readonly start: ProviderHandler
  readonly callback: ProviderHandler
  /** Send a mail that verifies an address. Only a method that verifies addresses itself has this step. */
  readonly verifyEmail?: RequestFunction<[provider: ConfiguredProvider, verification: EmailVerification]>
}

/** What a method adds to the response of a sign-in that has just been completed, by whatever method. */
export interface AfterSignIn {
  readonly cookies: readonly Cookie[]
  readonly target: RedirectTarget
  /** A page that the user sees first. It gets the URL to which it leads. */
  readonly pageBefore?: ((next: RedirectTarget) => RedirectTarget) | undefined
}

/** The user of the session that a browser has. */
export interface CurrentUser {
  /** Empty if the session, of another library, does not say whose it is. */
  readonly userId: string
  readonly token?: string
  /** When the user signed in, in seconds, if the session says so. */
  readonly authTime?: number | undefined
  readonly user?: AdapterUser
  /** What a session in a cookie says about the user. */
  readonly claims?: Readonly<Record<string, unknown>>
}

export interface UserMethods {
  /** Accounts at providers, without passkeys. Empty where the adapter cannot list them. */
  readonly accounts: readonly AdapterAccount[]
  readonly passkeys: readonly AdapterAuthenticator[]
  readonly canList: boolean
  /** How many of the methods work. An account whose provider is no longer configured does not. */
  readonly count: number
  /** Whether the user can still sign in after one method is removed. */
  readonly canRemove: boolean
}

/** A form of the account page, and the signed-in user who submitted it. */
export interface AccountRequest {
  readonly context: AuthContext
  readonly request: RequestInternal
  readonly currentUser: CurrentUser
}

/** `absent`: there is no such object, or it belongs to another user. `again`: the user must sign in again first. */
export type AccountOutcome = NonNullable<AccountProps['done']> | 'absent' | 'again'

export type AccountAction = (accountRequest: AccountRequest) => Promise<AccountOutcome | HandlerResponse>

/** The page on which the user makes or confirms a change. The query of the request names what is changed. */
export interface AccountForm {
  /** Whether the change needs a recent sign-in. Then the user signs in before the page, and not after filling it in. */
  readonly isProtected: boolean
  /** Its members of the page's props. `undefined` if there is no such object, or it belongs to another user. */
  readonly load: (
    accountRequest: AccountRequest,
    userMethods: UserMethods,
  ) => Promise<Pick<AccountChangeProps, 'subject' | 'value' | 'fields' | 'deletionDelay'> | undefined>
}

export interface AccountPart {
  /** What its forms do, by their field `action`. */
  readonly actions: Readonly<Record<string, AccountAction>>
  /** The pages with these forms. An action without a page has its form on the account page. */
  readonly forms: Readonly<Partial<Record<AccountChangeProps['change'], AccountForm>>>
  /** Its members of the page's props. */
  readonly section: (accountRequest: AccountRequest, userMethods: UserMethods) => Promise<Partial<AccountProps>>
  /** Its members of the response to a script. */
  readonly data?: RequestFunction<[userMethods: UserMethods], Promise<JsonObject>>
}

/** Everything that the engine knows of a sign-in method. A new one is a folder and a line in `routes/methods.ts`. */
export interface SignInMethod {
  readonly types: readonly string[]
  readonly facts: MethodFacts
  /** Who posts to the callback. A post of this site must prove its origin; a provider's carries a `state`. */
  readonly callbackPostedBy: 'site' | 'provider'
  readonly isCallbackPostOnly: boolean
  /** The action by which server code starts a sign-in. */
  readonly startAction: 'signin' | 'callback'
  /** Merge the developer's options into an entry of this method. Without it, an option replaces the entry's member. */
  readonly mergeOptions?: (entry: JsonObject, options: JsonObject) => JsonObject
  readonly variables?: readonly ProviderVariable[]
  /** Throws an `AuthError` when the providers of this method cannot work. */
  readonly checkProviders?: (providers: readonly ConfiguredProvider[], features: ReadOptions['experimental']) => void
  readonly adapterNeeds?: (providers: readonly ConfiguredProvider[]) => readonly AdapterNeed[]
  readonly findWarnings?: (
    providers: readonly ConfiguredProvider[],
    has: (method: keyof Adapter) => boolean,
  ) => readonly ConfigWarning[]
  /** The option to add if none states whether a provider verifies addresses, and whether it may send a claim. */
  readonly findUnstatedEmail?: (
    provider: ConfiguredProvider,
  ) => { readonly line: string; readonly hasClaim: boolean } | undefined
  readonly pageEntry: (provider: ConfiguredProvider, basePath: string) => PageProvider
  readonly load: () => Promise<MethodSteps>
  readonly loadAccountPart?: () => Promise<AccountPart>
  /** Called after each completed sign-in, by whatever method. `undefined` when this method has nothing to do. */
  readonly afterSignIn?: RequestFunction<[signIn: CompletedSignIn], Promise<AfterSignIn | undefined>>
}

export interface MethodRegistry {
  readonly all: readonly SignInMethod[]
  readonly find: (type: unknown) => SignInMethod | undefined
}
