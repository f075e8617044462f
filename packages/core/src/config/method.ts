import type { AdapterMethod } from '../store/bind-adapter.ts'
import type { ProviderVariable } from '../base/provider-variable.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { Cookie } from '../types/http.ts'
import type { PageProvider } from '../types/page-props.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import type { AuthContext } from './auth-context.ts'
import type { ProviderHandler, RequestInternal } from './handler.ts'
import type { ConfiguredProvider, ProviderOptions } from './provider-table.ts'

/** What is true of every sign-in by a method. Code outside the method reads these facts and never asks for its name. */
export interface MethodFacts {
  /** Whether users are rows of the adapter. A method without them brings users of the application's own. */
  readonly hasStoredUsers: boolean
  /** Whether an account row connects the user with the provider. */
  readonly hasAccounts: boolean
  /** Who verifies the e-mail address: the method itself by a mail, the provider by a claim, or nothing. */
  readonly verifiesEmail: 'itself' | 'by-provider' | 'no'
  /** Whether the id of a new user shows which account it was created for, so that an interrupted sign-up can be resumed. */
  readonly canResumeSignUp: boolean
  /** Whether accounts of this method have passkeys. */
  readonly hasPasskeys: boolean
  /** Whether the user is redirected to another site to sign in. */
  readonly leavesSite: boolean
  /** The error when the account or its e-mail address belongs to another user. */
  readonly notLinkedError: 'AccountNotLinked' | 'OAuthAccountNotLinked'
}

/** Adapter methods that a part of the configuration calls. */
export interface AdapterNeed {
  /** What needs them, for the error message. */
  readonly who: string
  readonly methods: readonly AdapterMethod[]
  /** Whether the part also works without any adapter. @default false */
  readonly isOptional?: boolean
  /** Methods that serve instead, if the adapter has all of them or another part needs them anyway. */
  readonly unless?: readonly AdapterMethod[]
}

/** A warning at start: its code and its text. */
export type ConfigWarning = readonly [code: string, text: string]

/** What starting an e-mail verification needs besides the request and its provider. */
export interface EmailVerification {
  /** As the user typed it; the method validates it. */
  readonly email: unknown
  /** Where the link of the mail leads. */
  readonly target: RedirectTarget
  /** The id of the sign-in that continues when the address is verified. */
  readonly pendingSignIn?: string | undefined
}

/** A sign-in that is complete, for what a method does after it. */
export interface CompletedSignIn {
  readonly user: AdapterUser
  readonly isNewUser: boolean
  /** The address that the sign-in verified by a mail. */
  readonly verifiedEmail: string | undefined
  readonly target: RedirectTarget
}

/** The steps of a method. They are loaded when the first of them is needed. */
export interface MethodSteps {
  /** `POST /signin/<provider>` */
  readonly start: ProviderHandler
  /** `GET` or `POST /callback/<provider>` */
  readonly callback: ProviderHandler
  /** Send a mail that verifies an address. Only a method that verifies addresses itself has this step. */
  readonly verifyEmail?: (
    request: RequestInternal,
    context: AuthContext,
    provider: ConfiguredProvider,
    verification: EmailVerification,
  ) => Promise<HandlerResponse>
}

/** What a method adds to the response of a sign-in that has just been completed, by whatever method. */
export interface AfterSignIn {
  readonly cookies: readonly Cookie[]
  readonly target: RedirectTarget
}

/** The switches under `experimental`. */
export interface ExperimentalFeatures {
  readonly enableWebAuthn: boolean
}

/** A sign-in method: everything that the engine knows of it. Adding one adds a folder and a line in `routes/methods.ts`. */
export interface SignInMethod {
  /** The values of a provider's `type` that this method serves. */
  readonly types: readonly string[]
  readonly facts: MethodFacts
  /** Who posts to the callback. A post of this site must prove its origin; a provider's post carries a `state` instead. */
  readonly callbackPostedBy: 'site' | 'provider'
  /** Whether the callback accepts `POST` only. */
  readonly isCallbackPostOnly: boolean
  /** The action by which server code starts a sign-in. */
  readonly startAction: 'signin' | 'callback'
  /** Lay the developer's options over an entry of this method. */
  readonly mergeOptions: (entry: ProviderOptions, options: ProviderOptions) => ProviderOptions
  /** Options of a provider that environment variables fill. */
  readonly variables: readonly ProviderVariable[]
  /** Throws an `AuthError` when the providers of this method cannot work. */
  readonly checkProviders?: (providers: readonly ConfiguredProvider[], features: ExperimentalFeatures) => void
  /** The adapter methods that these providers call. */
  readonly adapterNeeds: (providers: readonly ConfiguredProvider[]) => readonly AdapterNeed[]
  /** What these providers lose with this adapter. */
  readonly findWarnings?: (
    providers: readonly ConfiguredProvider[],
    has: (method: keyof Adapter) => boolean,
  ) => readonly ConfigWarning[]
  /** The provider as the sign-in page shows it, or `undefined` when the page has nothing to show. */
  readonly pageEntry: (provider: ConfiguredProvider, basePath: string) => PageProvider | undefined
  readonly load: () => Promise<MethodSteps>
  /** Called after each completed sign-in, by whatever method. `undefined` when this method has nothing to do. */
  readonly afterSignIn?: (
    request: RequestInternal,
    context: AuthContext,
    signIn: CompletedSignIn,
  ) => Promise<AfterSignIn> | undefined
}

/** All sign-in methods. */
export interface MethodRegistry {
  readonly all: readonly SignInMethod[]
  /** The method that serves a provider's `type`. */
  readonly find: (type: unknown) => SignInMethod | undefined
}
