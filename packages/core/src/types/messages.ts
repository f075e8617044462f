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
  | 'ReauthenticationRequired'
  | 'SessionRequired'
  | 'TooManyRequests'
  | 'Verification'
  | 'WebAuthnVerificationError'

/** The sentences of the sign-in page. */
export interface SigninMessages {
  readonly title: string
  readonly none: string
  readonly withProvider: (name: string) => string
  /** Beside the method that this browser used last. */
  readonly lastUsed: string
  readonly or: string
  readonly email: string
  readonly emailPlaceholder: string
  readonly withEmail: string
  readonly withEmailOf: (name: string) => string
  readonly withPasskey: string
  /** Makes a passkey for an address that is typed in. */
  readonly signUpWithPasskey: string
  readonly submit: string
  readonly search: string
  readonly nothingFound: string
}

/** The sentences of the page after a mail was sent, with or without a field for a code. */
export interface VerifyRequestMessages {
  readonly title: string
  readonly sent: string
  readonly sentTo: (email: string) => string
  readonly open: string
  readonly hint: string
  readonly code: {
    readonly lead: string
    readonly label: string
    readonly length: (characters: number) => string
    readonly submit: string
  }
}

/** The sentences of the page that a link from a mail opens in another browser. */
export interface ConfirmLinkMessages {
  readonly title: string
  readonly lead: (host: string) => string
  /** `where` is a browser, a system, or both; `when` is relative, such as "5 minutes ago". */
  readonly asked: (asked: { readonly where?: string; readonly when?: string }) => string
  readonly browserOn: (browser: string, system: string) => string
  readonly replaces: (email: string) => string
  readonly warning: string
  readonly submit: string
}

/** The sentences about passkeys on the sign-in page and on the page where a signed-in person adds one. */
export interface PasskeyMessages {
  readonly title: string
  readonly lead: string
  readonly add: string
  readonly later: string
  /** Where scripts are off. */
  readonly needsScript: string
  /** The person, or the time that ran out, ended it. */
  readonly cancelled: string
  readonly failed: string
  /** The device holds a passkey of this account already. */
  readonly known: string
  readonly unsupported: string
}

/** A mail that tells somebody that their account was changed. */
export interface NotificationMessages {
  /** The subject and the heading. */
  readonly subject: (host: string) => string
  /** `name` is that of a provider. */
  readonly linked: (name: string) => string
  readonly unlinked: (name: string) => string
  readonly passkeyAdded: string
  readonly passkeyDeleted: string
  readonly emailChanged: string
  /** `time` comes written out in the language, with its time zone. */
  readonly when: (time: string) => string
  /** `browser` names a family of browsers, and the system. */
  readonly where: (browser: string) => string
  readonly warning: string
  readonly button: string
  /** For the text part: the address follows on a line of its own. */
  readonly openLink: string
}

/** The sentences of the account page. */
export interface AccountMessages {
  readonly title: string
  readonly signedInAs: string
  readonly accounts: string
  readonly noAccounts: string
  readonly unlink: string
  readonly unlinkOf: (name: string) => string
  readonly lastWay: string
  readonly linkMore: string
  readonly link: (name: string) => string
  readonly passkeys: string
  readonly noPasskeys: string
  readonly addPasskey: string
  readonly unnamed: string
  readonly name: string
  readonly rename: string
  readonly remove: string
  readonly removeOf: (name: string) => string
  /** Dates come written out in the language. */
  readonly created: (date: string) => string
  readonly lastUsed: (date: string) => string
  readonly isBackedUp: string
  readonly isDeviceBound: string
  readonly signOut: string
  /** Where one's address is changed. */
  readonly email: { readonly title: string; readonly lead: string; readonly label: string; readonly submit: string }
  readonly done: Readonly<
    Record<
      'unlinked' | 'passkey-added' | 'passkey-renamed' | 'passkey-deleted' | 'email-sent' | 'email-changed',
      string
    >
  >
}

/** The sentences of the page on which somebody proves a new address. */
export interface ChangeEmailMessages {
  readonly title: string
  /** Above the new address. */
  readonly lead: (host: string) => string
  /** Of the address that it replaces. */
  readonly replaces: (email: string) => string
  readonly warning: string
  readonly submit: string
  readonly doneTitle: string
  readonly done: (host: string) => string
}

/** The sentences of mails. */
export interface MailMessages {
  readonly subject: (host: string) => string
  /** The subject of a mail that brings a code and no link. */
  readonly codeSubject: (host: string) => string
  readonly heading: (host: string) => string
  readonly button: string
  /** Above the code of a mail without a link. */
  readonly code: string
  /** Above the code of a mail that has a link, too. */
  readonly orCode: string
  /** For the text part: the address follows on a line of its own. */
  readonly openLink: string
  /** `time` is a written-out span, such as "10 minutes". */
  readonly expires: (time: string) => string
  readonly ignore: string
  /** What a mail says instead when it brings a link or a code to a new address of an account. */
  readonly change: Pick<MailMessages, 'subject' | 'heading' | 'button' | 'openLink' | 'ignore'>
  /** What it says when the new address already belongs to an account. */
  readonly taken: Pick<MailMessages, 'subject' | 'heading' | 'ignore'>
}

/**
 * Every sentence of the built-in pages and mails, in one language. A sentence with a gap is a function, because languages
 * put the gap in different places. Sentences are plain text: pages and mails escape them.
 */
export interface Messages {
  /** A BCP 47 language tag, such as `en`. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** The label of the list of languages. */
  readonly language: string
  /** The title of a page that reports an error, so that a screen reader says so first. */
  readonly titleWithError: (title: string) => string
  readonly logo: string
  readonly home: string
  readonly homeAt: (host: string) => string
  readonly signin: SigninMessages
  readonly signout: { readonly title: string; readonly question: string; readonly submit: string }
  readonly verifyRequest: VerifyRequestMessages
  readonly confirmLink: ConfirmLinkMessages
  readonly passkey: PasskeyMessages
  readonly account: AccountMessages
  readonly changeEmail: ChangeEmailMessages
  readonly repost: { readonly title: string; readonly text: string; readonly submit: string }
  readonly errorPage: { readonly status: (status: number) => string; readonly reference: string }
  readonly mail: MailMessages
  readonly notification: NotificationMessages
  readonly errors: Readonly<Record<ErrorWithText, ErrorText>>
  /** For whatever has no text of its own. */
  readonly anyError: ErrorText
  /** `when` is relative, such as "in 12 minutes". */
  readonly retry: (when: string) => string
}

type Sentences<Part> = Part extends (...gaps: never) => string
  ? Part
  : Part extends object
    ? { readonly [Name in keyof Part]?: Sentences<Part[Name]> }
    : Part

/** Some sentences of a language; those left out are the built-in ones, of that language or else of English. */
export type MessageOverride = Sentences<Omit<Messages, 'lang'>>

/** Sentences by BCP 47 language tag. */
export type MessagesOptions = Readonly<Record<string, MessageOverride>>
