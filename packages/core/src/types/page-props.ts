import type { Messages } from './messages.ts'
import type { OAuthProviderButtonStyles } from './providers.ts'

type HiddenFields = readonly (readonly [name: string, value: string])[]

interface FormProps {
  /** The same-origin address that the form posts to. */
  readonly action: string
  readonly csrfToken?: string
}

interface FailureProps {
  /**
   * A public error type, or `Default` for any other value of the query.
   * @example const problem = props.error && <p role="alert">{props.error}</p>
   */
  readonly error?: string
  /**
   * Seconds to wait before the next try.
   * @example const hint = props.retryAfter && <p>Wait {props.retryAfter} seconds.</p>
   */
  readonly retryAfter?: number
}

/**
 * A field of a credentials form on the sign-in page.
 * @example const field = ({ name, label, type }: PageField) => <label>{label} <input name={name} type={type} /></label>
 */
export interface PageField {
  /** The name of the form field. */
  readonly name: string
  /** The label, for a locale that `labels` does not have. */
  readonly label: string
  /** The label per locale. Use `label` for a locale without one. */
  readonly labels?: Readonly<Record<string, string>>
  /** The type of the input, such as `text` or `password`. */
  readonly type: string
  /** The text in the empty field. */
  readonly placeholder?: string
  /** The value of the attribute `autocomplete`. */
  readonly autocomplete?: string
  /** Whether the field must be filled in. */
  readonly required?: boolean
}

/**
 * A sign-in method on the sign-in page.
 * @example
 * const form = ({ action, name }: PageProvider) => <form method="POST" action={action}><button>{name}</button></form>
 */
export interface PageProvider {
  /**
   * The id of the provider.
   * @example const github = props.providers.find(({ id }) => id === 'github')
   */
  readonly id: string
  /**
   * The name on the button.
   * @example const button = ({ name }: PageProvider) => <button>{name}</button>
   */
  readonly name: string
  /**
   * `redirect`: a button leads to the provider. The other kinds have their own form on the page.
   * @example const buttons = props.providers.filter(({ kind }) => kind === 'redirect')
   */
  readonly kind: 'redirect' | 'email' | 'credentials' | 'passkey'
  /**
   * The address that the form posts to.
   * @example const form = ({ action }: PageProvider) => <form method="POST" action={action} />
   */
  readonly action: string
  /**
   * The colors and the logo of the button.
   * @example const background = ({ style }: PageProvider) => style?.bg
   */
  readonly style?: OAuthProviderButtonStyles
  /**
   * The id of the icon. Set if the developer gave the provider another id. @default the provider's id
   * @example const icon = ({ id, icon = id }: PageProvider) => <img src={`/${icon}.svg`} />
   */
  readonly icon?: string
  /**
   * The fields of a credentials form.
   * @example const names = ({ fields = [] }: PageProvider) => fields.map(({ name }) => name)
   */
  readonly fields?: readonly PageField[]
  /**
   * Where a script reads the options of a passkey ceremony. Only a form with a ceremony has it.
   * @example const options = ({ optionsUrl = '' }: PageProvider) => fetch(optionsUrl)
   */
  readonly optionsUrl?: string
}

/**
 * One field for all sign-in methods that need an address. A second step offers them, the same for every address.
 * @example
 * const form = ({ action, type }: IdentifierFirst) => (
 *   <form method="POST" action={action}><input name="email" type={type} /><button>Continue</button></form>
 * )
 */
export interface IdentifierFirst {
  /** Where a form posts the field `email`. The response leads to the sign-in page with `step: 'methods'`. */
  readonly action: string
  /** `text` if a user name is accepted too. */
  readonly type: 'email' | 'text'
  /** The ids of the providers of the second step, in the order of the config. */
  readonly methods: readonly string[]
}

/**
 * What a sign-in page shows: the built-in one, or one of the application.
 * @example const problem = ({ error }: SigninProps) => error && <p role="alert">{error}</p>
 */
export interface SigninProps extends FailureProps {
  /**
   * The sign-in methods to show, in the order of the config.
   * @example
   * const forms = props.providers.map(({ id, name, action }) => (
   *   <form key={id} method="POST" action={action}><button>{name}</button></form>
   * ))
   */
  readonly providers: readonly PageProvider[]
  /**
   * The token for the forms, unless the page needs none.
   * @example const field = <input type="hidden" name="csrfToken" value={props.csrfToken} />
   */
  readonly csrfToken?: string
  /**
   * The page to which the user goes after the sign-in.
   * @example const field = <input type="hidden" name="callbackUrl" value={props.callbackUrl} />
   */
  readonly callbackUrl: string
  /**
   * Set if an e-mail provider stands beside a password or passkeys. The page can also show a form for each of them.
   * @example
   * const form = props.identifierFirst && (
   *   <form method="POST" action={props.identifierFirst.action}><input name="email" /><button>Continue</button></form>
   * )
   */
  readonly identifierFirst?: IdentifierFirst
  /**
   * `methods`: the second step, with the methods of `identifierFirst` for `identifier`. @default the first step
   * @example const shown = props.step === 'methods' ? props.identifierFirst?.methods : []
   */
  readonly step?: 'methods'
  /**
   * The address or user name that was typed before. It is in no URL.
   * @example const field = <input name="email" type="email" defaultValue={props.identifier} />
   */
  readonly identifier?: string
  /**
   * The reference of the line in the log that has the error, for support. Mistakes of users, such as a wrong password, have none.
   * @example const support = props.reference && <p>Reference for support: {props.reference}</p>
   */
  readonly reference?: string
  /**
   * The id of the provider that `error` is about, if it is known.
   * @example const isOpen = (provider: PageProvider) => provider.id === props.failed
   */
  readonly failed?: string
  /**
   * The address, or else the name, of a visitor who is signed in. Left out where another sign-in is required.
   * @example const link = props.currentUser && <a href={props.callbackUrl}>Continue as {props.currentUser}</a>
   */
  readonly currentUser?: string
  /**
   * The id of the provider that this browser used last. The page shows it first.
   * @example const first = props.providers.find(({ id }) => id === props.lastUsed)
   */
  readonly lastUsed?: string
  /**
   * `signup`: the page for new users, with the methods that create a user. @default the page to sign in
   * @example const field = props.mode && <input type="hidden" name="mode" value={props.mode} />
   */
  readonly mode?: 'signup'
  /**
   * The same page in the other mode. Left out if no method creates users, or if a user is signed in.
   * @example const link = props.otherModeUrl && <a href={props.otherModeUrl}>New here? Create an account</a>
   */
  readonly otherModeUrl?: string
  /**
   * `false` if a sign-in from this page does not link an account to the signed-in user. @default true
   * @example const title = props.links === false ? 'Sign in as another user' : 'Connect an account'
   */
  readonly links?: false
}

export interface CodeForm extends FormProps {
  readonly fields: HiddenFields
  readonly name: string
  readonly length: number
  /** Whether the code has only digits, for the keyboard of phones. */
  readonly isNumeric?: boolean
  /** Whether the code of the last request was wrong. */
  readonly isWrong?: boolean
  /** How often the user can still enter the code, after a wrong one. */
  readonly attemptsLeft?: number
  /** The label of the button. @default the label of a sign-in */
  readonly submit?: string
}

export interface LinkRequestProps {
  /** The browser family and the operating system of the request, without versions and IP address. */
  readonly requestedFrom?: { readonly browser?: string; readonly system?: string }
  /** Milliseconds since the epoch. */
  readonly requestedAt?: number
}

/** How a page names the user of an account. The user, or an attacker, may have chosen the name. */
export interface AccountLabel {
  /** The e-mail address, or else the name. */
  readonly name: string
  /** The account at the provider. Left out for a passkey of this site. */
  readonly account?: string
}

export interface PagePasskey {
  readonly credentialId: string
  readonly name?: string
  /** Milliseconds since the epoch, as is the other time. */
  readonly createdAt?: number
  readonly lastUsedAt?: number
  /** Whether a passkey provider stores a copy, so that the passkey survives the loss of the device. */
  readonly isBackedUp: boolean
  /** The id of the mark of the password manager or security key, if it is known. */
  readonly icon?: string
  /** Whether it is on this device, and was used last in this browser. @default false */
  readonly isOfThisDevice?: boolean
  /** `false` for the only sign-in method of the user. @default true */
  readonly canDelete?: boolean
}

/** A browser in which the user is signed in. The texts are those of its `User-Agent`. */
export interface PageSession {
  /** Names the session in the form that ends it. It is not the token. */
  readonly id: string
  readonly browser?: string
  readonly system?: string
  /** Milliseconds since the epoch, as is the other time. */
  readonly signedInAt?: number
  readonly lastActiveAt?: number
  readonly isCurrent: boolean
}

/** The account of the signed-in user. Every form posts to `action` and says in its field `action` what to change. */
export interface AccountProps extends FormProps, FailureProps {
  readonly user: { readonly name?: string | null; readonly email?: string | null; readonly image?: string | null }
  /** Whether the user can change the name and remove the picture. @default false */
  readonly canEdit?: boolean
  readonly signoutUrl: string
  readonly home: string
  /** The accounts at providers. `canUnlink` is `false` for the only sign-in method. */
  readonly accounts: readonly {
    readonly provider: string
    readonly providerAccountId: string
    readonly name: string
    readonly style?: OAuthProviderButtonStyles
    readonly canUnlink: boolean
  }[]
  /** Left out if the user cannot change the address. `code` is set while this browser has requested a code. */
  readonly email?: { readonly code?: Omit<CodeForm, keyof FormProps | 'fields' | 'submit'> }
  /** The providers that the user can link. `action` is the address that the form posts to. */
  readonly linkable: readonly PageProvider[]
  /** Left out if no passkey provider is configured. */
  readonly passkeys?: {
    readonly list: readonly PagePasskey[]
    readonly addUrl: string
    /** Whether the user can rename passkeys. @default true */
    readonly canRename?: boolean
    /** Lets password managers remove deleted passkeys. Left out if the user handle is unknown. */
    readonly signal?: { readonly rpId: string; readonly userId: string }
  }
  /** Left out if sessions can be neither listed nor ended. Without `list` only all others can be ended. */
  readonly sessions?: { readonly list?: readonly PageSession[]; readonly canEndOthers: boolean }
  /** Whether the user can delete the account. @default false */
  readonly canDelete?: boolean
  /** Seconds after which a requested deletion is done. Left out if it is done at once. */
  readonly deletionDelay?: number
  /** When the account is to be deleted, in milliseconds since the epoch. Left out if no deletion is requested. */
  readonly deleteAt?: number
  /** The change that was made by the previous request. */
  readonly done?: keyof Messages['account']['done']
}

/** A page on which the user makes one change of the account, such as a new name, or confirms it, such as a removal. */
export interface AccountChangeProps extends FormProps, FailureProps {
  readonly change: keyof Messages['account']['change']
  /** What is changed or removed: the name of a passkey, of a provider, or of the user, or the address until now. */
  readonly subject?: string
  /** The text in the field. */
  readonly value?: string
  readonly fields?: HiddenFields
  /** Seconds after which a requested deletion is done. Left out if it is done at once. */
  readonly deletionDelay?: number
  /** The account page. */
  readonly back: string
}

/** A page that a link of an e-mail opens. Without a form it says what was done. */
interface LinkPageProps extends Partial<FormProps> {
  readonly host: string
  readonly home: string
  /** The address that the link is about: the one to sign in with, the new one, or the one that the user gets back. */
  readonly email: string
  readonly fields?: HiddenFields
}

export interface PageProps {
  readonly signin: SigninProps
  /** `user` is the address or the name of the signed-in user, and `callbackUrl` where both buttons lead. */
  readonly signout: FormProps & { readonly callbackUrl: string; readonly user: string; readonly home: string }
  readonly 'verify-request': FailureProps & {
    readonly home: string
    readonly signinUrl: string
    /** The recipient of the e-mail. Set only in the browser that requested the e-mail. */
    readonly email?: string
    /** Left out if the e-mail contains no code. */
    readonly code?: CodeForm
    /** Whether an e-mail with a code also contains a link. */
    readonly hasLink?: boolean
    /** The form that requests another e-mail. Set only in the browser that requested the e-mail. */
    readonly resend?: FormProps & { readonly fields: HiddenFields }
    /** Whether the user has just requested another e-mail. */
    readonly isResent?: boolean
  }
  /** A sign-in link that was opened in another browser than the one that requested it. */
  readonly 'confirm-link': FormProps &
    LinkRequestProps & {
      readonly email: string
      readonly fields: HiddenFields
      readonly host: string
      /** The address of the user who is signed in now and would be signed out; without one, the name or the id. */
      readonly replaces?: string
    }
  /** A sign-in that would replace the current user. A form with one field `choice`; the button says what happens. */
  readonly 'choose-account': FormProps & {
    readonly fields: HiddenFields
    /** The e-mail address, or else the name or the id. Left out if no user is known to be signed in. */
    readonly currentUser?: string
    /** The user as the provider names them. */
    readonly providerUser: AccountLabel
    /** Left out if the user chose a passkey. */
    readonly provider?: string
    /** The user to sign in as. Left out if the account cannot be used to sign in. */
    readonly signInAs?: AccountLabel
    readonly canConnect: boolean
  }
  /** `replaces` is the previous address. */
  readonly 'change-email': LinkPageProps & LinkRequestProps & { readonly replaces?: string; readonly isDone?: boolean }
  /** A link from an e-mail to a new address, opened by a visitor who is not signed in as the user. */
  readonly 'finish-email': {
    readonly host: string
    readonly home: string
    /** Set if no user is signed in. */
    readonly signinUrl?: string
    /** Set if another user is signed in. The form signs that user out and leads back to the link. */
    readonly signOut?: FormProps & { readonly callbackUrl: string }
    readonly signedInAs?: string
  }
  /** A link that undoes a change of the address. */
  readonly 'undo-email': LinkPageProps & {
    readonly replaces?: string
    /** `done`: the user has the address again. `taken`: it belongs to another user by now. */
    readonly outcome?: 'done' | 'taken'
    readonly signinUrl: string
  }
  /** A link from an e-mail that only confirms the browser in which it is opened. */
  readonly 'confirm-browser': LinkPageProps & { readonly signinUrl: string; readonly isDone?: boolean }
  readonly passkey: FormProps & {
    readonly providerId: string
    readonly optionsUrl: string
    /** Where the user goes with the new passkey, and where without one. */
    readonly callbackUrl: string
    readonly skipUrl: string
    readonly error?: string
  }
  /** The question whether to keep the passkey that was created at the sign-up, at `requestedAt`. */
  readonly 'keep-passkey': FormProps &
    LinkRequestProps & {
      readonly host: string
      readonly email: string
      readonly name?: string
      readonly fields: HiddenFields
      readonly callbackUrl: string
      /** Whether "keep" is the main button. */
      readonly keepsByDefault: boolean
      readonly error?: string
    }
  readonly account: AccountProps
  readonly 'account-change': AccountChangeProps
  readonly 'account-deleted': { readonly host: string; readonly home: string }
  /** After the request to delete the account at `deleteAt`, in milliseconds since the epoch. */
  readonly 'deletion-scheduled': { readonly host: string; readonly home: string; readonly deleteAt: number }
  /** A sign-in of a user whose account is to be deleted at `deleteAt`. The field `choice` says whether to keep it. */
  readonly 'keep-account': FormProps & {
    readonly fields: HiddenFields
    /** The e-mail address, or else the name or the id. */
    readonly user: string
    readonly deleteAt: number
  }
  /** A cross-site POST of a provider. A same-origin page posts it again, so that the browser sends the cookies. */
  readonly repost: { readonly action: string; readonly fields: HiddenFields }
  readonly error: FailureProps & {
    readonly error: string
    readonly reference?: string
    readonly signinUrl: string
    readonly home: string
  }
}

interface PageDetails {
  readonly text: string
  readonly docs: string
}

/**
 * A page and its props. A route handler returns it, and `renderPage` renders it. `details` are `ErrorDetails`, on a development server.
 */
export type Page = {
  [Name in keyof PageProps]: { readonly page: Name; readonly props: PageProps[Name]; readonly details?: PageDetails }
}[keyof PageProps]
