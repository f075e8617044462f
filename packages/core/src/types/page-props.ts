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
  readonly kind: 'redirect' | 'email' | 'credentials' | 'passkey'
  /** Where the form posts to: an address of our own. */
  readonly action: string
  readonly style?: OAuthProviderButtonStyles
  /** Names the icon where it is not the id: an entry that the owner gave another id keeps its own icon. */
  readonly icon?: string
  readonly fields?: readonly PageField[]
  /** Where a passkey ceremony gets its options: an address of our own. */
  readonly optionsUrl?: string
}

export interface SigninProps {
  readonly providers: readonly PageProvider[]
  readonly csrfToken?: string
  /** Where the person goes afterwards, already judged. */
  readonly callbackUrl: string
  /** A public error type of the closed table; `Default` for whatever else the address says. */
  readonly error?: string
  /** Seconds after which something that was tried too often can be tried again. */
  readonly retryAfter?: number
  /** The id of the provider that this browser used last: it comes first. */
  readonly lastUsed?: string
  /** `false` where a sign-in that is begun here adds no account to whoever is signed in. @default true */
  readonly links?: false
}

export interface SignoutProps {
  readonly action: string
  readonly csrfToken?: string
  readonly callbackUrl: string
}

/** Where a code from a mail is typed in. */
export interface CodeForm {
  /** Where the form posts to: an address of our own. */
  readonly action: string
  readonly csrfToken?: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** The name of the field that takes the code. */
  readonly name: string
  /** Characters of a code. */
  readonly length: number
  /** The label of the button, where it does not sign in. */
  readonly submit?: string
  /** A public error type of the closed table, after a wrong code. */
  readonly error?: string
  /** Seconds after which something that was tried too often can be tried again. */
  readonly retryAfter?: number
}

export interface VerifyRequestProps {
  readonly home: string
  /** The address that the mail went to, when this very browser asked for it. */
  readonly email?: string
  /** Left out when the mail brings no code. */
  readonly code?: CodeForm
}

/** A link from a mail, opened elsewhere than where it was asked for. */
export interface ConfirmLinkProps {
  readonly action: string
  readonly csrfToken?: string
  /** The address that is about to be signed in. */
  readonly email: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly host: string
  /** What asked for the link, coarsely: never an IP address, never a version. */
  readonly requestedFrom?: { readonly browser?: string; readonly system?: string }
  /** When it was asked for, in milliseconds since the epoch. */
  readonly requestedAt?: number
  /** The address of who is signed in in this browser and would be signed out of it. */
  readonly replaces?: string
}

/** A passkey of the person who is signed in. */
export interface PagePasskey {
  readonly credentialId: string
  readonly name?: string
  /** Milliseconds since the epoch. */
  readonly createdAt?: number
  /** Milliseconds since the epoch. */
  readonly lastUsedAt?: number
  /** Whether it is kept by a passkey provider and so survives the loss of the device. */
  readonly isBackedUp: boolean
  /** `false` for the last way to sign in. @default true */
  readonly canDelete?: boolean
}

/** Where a signed-in person adds a passkey. */
export interface PasskeyProps {
  readonly providerId: string
  /** Where the ceremony's answer posts to. */
  readonly action: string
  readonly optionsUrl: string
  readonly csrfToken?: string
  readonly callbackUrl: string
  readonly error?: string
}

/** Who am I: one's own account. Every form posts to `action` with a field `action` that says what to do. */
export interface AccountProps {
  readonly user: { readonly name?: string | null; readonly email?: string | null; readonly image?: string | null }
  readonly csrfToken?: string
  readonly action: string
  readonly signoutUrl: string
  readonly home: string
  /** Accounts at providers; `canUnlink` is false for the last way to sign in. */
  readonly accounts: readonly {
    readonly provider: string
    readonly providerAccountId: string
    readonly name: string
    readonly style?: OAuthProviderButtonStyles
    readonly icon?: string
    readonly canUnlink: boolean
  }[]
  /** Left out where the address cannot be changed; `code` while this browser waits for one. */
  readonly email?: { readonly code?: Pick<CodeForm, 'name' | 'length'> }
  /** Providers that can be linked in addition; `action` is where the form posts to. */
  readonly linkable: readonly PageProvider[]
  /** Left out where no passkey provider is configured. */
  readonly passkeys?: {
    readonly list: readonly PagePasskey[]
    readonly addUrl: string
    /** What password managers are told along with the list; left out where nobody knows it. */
    readonly signal?: { readonly rpId: string; readonly userId: string }
  }
  /** A public error type of the closed table. */
  readonly error?: string
  /** Seconds after which something that was tried too often can be tried again. */
  readonly retryAfter?: number
  /** What was just done. */
  readonly done?: 'unlinked' | 'passkey-added' | 'passkey-renamed' | 'passkey-deleted' | 'email-sent' | 'email-changed'
}

/** A link of a mail to a new address. */
export interface ChangeEmailProps {
  readonly host: string
  /** The new address. */
  readonly email: string
  readonly home: string
  /** The address that it replaces. */
  readonly replaces?: string
  readonly action?: string
  readonly csrfToken?: string
  readonly fields?: readonly (readonly [name: string, value: string])[]
  /** What asked for it, coarsely: never an IP address, never a version. */
  readonly requestedFrom?: { readonly browser?: string; readonly system?: string }
  /** When it was asked for, in milliseconds since the epoch. */
  readonly requestedAt?: number
  /** Whether it is done; then there is nothing to press. */
  readonly isDone?: boolean
}

/** A provider's cross-site POST, sent on from our own site so that our cookies come along. */
export interface RepostProps {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

export interface ErrorProps {
  /** A public error type of the closed table; `Default` for whatever else the address says. */
  readonly error: string
  /** Seconds after which something that was tried too often can be tried again. */
  readonly retryAfter?: number
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
  | { readonly page: 'change-email'; readonly props: ChangeEmailProps }
  | { readonly page: 'passkey'; readonly props: PasskeyProps }
  | { readonly page: 'account'; readonly props: AccountProps }
  | { readonly page: 'repost'; readonly props: RepostProps }
  | { readonly page: 'error'; readonly props: ErrorProps }
