import type { PublicErrorType } from '../errors/error-table.ts'
import type { accountOutcomes } from './account-outcomes.ts'

/**
 * The text about an error: what happened, what the user can do, and the label of a link to the sign-in page.
 * @example const text: ErrorText = { title: 'Not today', text: 'Sign-ins are closed at night.', signIn: 'Try again' }
 */
export interface ErrorText {
  /** What happened. */
  readonly title: string
  /** The reason, and what it means. */
  readonly text: string
  /** What the user can do. */
  readonly next?: string
  /** The label of the link. Left out if another sign-in cannot solve the problem. */
  readonly signIn?: string
}

/**
 * `app` is the name of the application, or its host if the theme has no name.
 * @example const subject: MailMessages['subject'] = (app) => `Your link for ${app}`
 */
export interface MailMessages {
  /**
   * The heading, and the subject of an e-mail without a code.
   * @example const subject: MailMessages['subject'] = (app) => `Your link for ${app}`
   */
  readonly subject: (app: string) => string
  /**
   * The subject of an e-mail with a code, so that a notification of a phone shows the code.
   * @example const codeSubject: MailMessages['codeSubject'] = (code, app) => `${code} is your code for ${app}`
   */
  readonly codeSubject: (code: string, app: string) => string
  /** The label of the button. */
  readonly button: string
  /** Stands above the code of an e-mail without a link. */
  readonly code: string
  /** Stands above the code of an e-mail that also contains a link. */
  readonly orCode: string
  /** For the text part. The address follows on its own line. */
  readonly openLink: string
  /** Stands under the button of every e-mail. The address follows on its own line. */
  readonly orLink: string
  /**
   * `time` is a written-out duration, such as "10 minutes".
   * @example const expires: MailMessages['expires'] = (time) => `Valid for ${time}.`
   */
  readonly expires: (time: string) => string
  /** What to do if the user did not request the e-mail. */
  readonly ignore: string
  /** Says that a passkey waits for the verification of the address. */
  readonly newPasskey: string
  /** Stands above the link that only confirms a browser. */
  readonly confirmBrowser: string
  /** Replaces the messages above in an e-mail to the new address of an account. */
  readonly emailChange: Pick<MailMessages, 'subject' | 'codeSubject' | 'button' | 'openLink' | 'ignore'>
  /** Replaces the messages above if the new address already belongs to an account. */
  readonly addressInUse: Pick<MailMessages, 'subject' | 'ignore'>
}

/** An e-mail about one kind of change. The subject is also the heading. */
interface ChangeMessages {
  readonly subject: (app: string) => string
  readonly text: string
}

/** An e-mail about an account at a provider. `name` is the name of the provider. */
interface LinkMessages {
  readonly subject: (app: string, name: string) => string
  readonly text: (name: string) => string
}

/**
 * All messages of the built-in pages and e-mails in one language, as plain text. Functions take placeholders.
 * @example const titleOf = (messages: Messages) => messages.signin.title
 */
export interface Messages {
  /** A BCP 47 language tag, such as `en`. */
  readonly lang: string
  /** The direction of the text. */
  readonly dir: 'ltr' | 'rtl'
  /** The label of the list of languages. */
  readonly language: string
  /**
   * The document title of a page that reports an error. Screen readers read it first.
   * @example const titleWithError: Messages['titleWithError'] = (title) => `Error: ${title}`
   */
  readonly titleWithError: (title: string) => string
  /** The description of the logo for screen readers. */
  readonly logo: string
  /** The link to the home page. */
  readonly home: string
  /**
   * The link to the home page, with the host of the application.
   * @example const homeAt: Messages['homeAt'] = (host) => `Back to ${host}`
   */
  readonly homeAt: (host: string) => string
  /**
   * Replaces `home` and `homeAt` if the theme has the name of the application.
   * @example const backTo: Messages['backTo'] = (name) => `Back to ${name}`
   */
  readonly backTo: (name: string) => string
  /** The labels of the links of the theme. */
  readonly terms: string
  /** The label of the link to the privacy policy. */
  readonly privacy: string
  /** The sign-in page. */
  readonly signin: {
    readonly title: string
    /** Replaces `title` if the theme has the name of the application. */
    readonly titleOf: (name: string) => string
    /** Shown if no provider is configured. */
    readonly noMethods: string
    readonly withProvider: (name: string) => string
    /** The badge of the provider that this browser used last. */
    readonly lastUsed: string
    readonly or: string
    /** The button of the first step. */
    readonly continue: string
    /** The link for a visitor who is signed in. `user` is an e-mail address or a name. */
    readonly continueAs: (user: string) => string
    /** Stands between that link and the sign-in methods, in place of `or`. */
    readonly useAnotherAccount: string
    /** The link beside the address of the second step. */
    readonly change: string
    readonly email: string
    /** Replaces `email` if user names are accepted too. */
    readonly emailOrUsername: string
    readonly emailPlaceholder: string
    readonly withEmail: string
    /** Replaces `withEmail` if there are several e-mail providers. */
    readonly withEmailOf: (name: string) => string
    readonly withPasskey: string
    /** The button that creates a passkey for the e-mail address in the field. */
    readonly signUpWithPasskey: string
    readonly submit: string
    readonly search: string
    readonly nothingFound: string
  }
  /** The page for new users. `title` and `withProvider` replace those of `signin` there. */
  readonly signup: {
    readonly title: string
    /** Replaces `title` if the theme has the name of the application. */
    readonly titleOf: (name: string) => string
    readonly withProvider: (name: string) => string
    readonly createPasskey: string
    /** On the sign-in page, before the link `createAccount`. */
    readonly newHere: string
    readonly createAccount: string
    /** Before the link back, which has the label `signin.submit`. */
    readonly haveAccount: string
  }
  /** The page that asks before a sign-out. */
  readonly signout: {
    readonly title: string
    readonly question: string
    readonly submit: string
    readonly cancel: string
  }
  /** The page that is shown after an e-mail was sent, with or without a field for a code. */
  readonly verifyRequest: {
    readonly title: string
    readonly sent: string
    readonly sentTo: (email: string) => string
    readonly open: string
    readonly hint: string
    readonly resend: string
    /** Replaces `resend` while the user has to wait. `time` counts down: "4:59". */
    readonly resendIn: (time: string) => string
    readonly resent: string
    /** The link to the sign-in page. */
    readonly otherAddress: string
    readonly code: {
      readonly lead: string
      /** Follows if the e-mail also contains a link. */
      readonly orLink: string
      readonly label: string
      readonly length: (characters: number) => string
      /** Replaces `length` if the code has only digits. */
      readonly digits: (count: number) => string
      /** Shown only where a script submits the form. */
      readonly submits: string
      readonly wrong: string
      readonly attemptsLeft: (count: number) => string
      /** What the user can do after a wrong code. */
      readonly next: string
      readonly submit: string
    }
  }
  /** The page that a sign-in link opens in another browser than the one that requested it. */
  readonly confirmLink: {
    readonly title: string
    readonly lead: (host: string) => string
    /** `where` is a browser, an operating system, or both; `when` is relative, such as "5 minutes ago". */
    readonly requested: (request: { readonly where?: string; readonly when?: string }) => string
    readonly browserOn: (browser: string, system: string) => string
    readonly replaces: (email: string) => string
    readonly warning: string
    readonly submit: string
  }
  /** The page that asks a signed-in user who returned from a provider with another account. */
  readonly chooseAccount: {
    readonly title: string
    /** `user` is an e-mail address or a name, here and in the messages below. */
    readonly signedInAs: (user: string) => string
    readonly returnedAs: (provider: string, user: string) => string
    /** Instead of `returnedAs` and `warning` if the user chose a passkey on this site. */
    readonly usedPasskeyOf: (user: string) => string
    readonly warning: (provider: string) => string
    /** Instead of `warning` if no user is known to be signed in. */
    readonly check: (provider: string) => string
    readonly signInAs: (user: string) => string
    readonly connect: (provider: string, user: string) => string
    readonly stay: (user: string) => string
    /** Instead of `stay` if no user is known to be signed in. */
    readonly cancel: string
  }
  /** The page that only confirms a browser. */
  readonly confirmBrowser: {
    readonly title: string
    /** Stands above the address. */
    readonly lead: (host: string) => string
    readonly warning: string
    readonly submit: string
    readonly doneTitle: string
    readonly done: string
    readonly signIn: string
  }
  /** Passkeys on the sign-in page and on the page where a signed-in user adds one. */
  readonly passkey: {
    readonly title: string
    readonly lead: string
    readonly add: string
    readonly skip: string
    /** Shown if the browser does not run scripts. */
    readonly needsScript: string
    /** The user canceled the ceremony, or it took too long. */
    readonly cancelled: string
    readonly failed: string
    /** The device already has a passkey of this account. */
    readonly alreadyRegistered: string
    readonly unsupported: string
  }
  /** The page that asks a user who signed up with a passkey whether to keep it. */
  readonly keepPasskey: {
    readonly title: string
    /** Stands above the address of the user. */
    readonly lead: (host: string) => string
    readonly created: (request: { readonly where?: string; readonly when: string }) => string
    readonly warning: string
    readonly keep: string
    readonly discard: string
  }
  /** The account page. */
  readonly account: {
    readonly title: string
    readonly signedInAs: string
    /** The section with name, picture and e-mail address, and the labels of its rows. */
    readonly profile: string
    readonly name: string
    readonly noName: string
    readonly picture: string
    readonly email: string
    readonly noEmail: string
    readonly edit: string
    readonly accounts: string
    readonly unlink: string
    readonly unlinkOf: (name: string) => string
    /** Replaces the remove button of the only sign-in method. */
    readonly onlyMethod: string
    readonly notLinked: string
    readonly link: string
    readonly linkOf: (name: string) => string
    readonly passkeys: string
    readonly noPasskeys: string
    readonly addPasskey: string
    readonly unnamedPasskey: string
    readonly rename: string
    readonly remove: string
    readonly removeOf: (name: string) => string
    /** `date` is a written-out date. */
    readonly created: (date: string) => string
    readonly lastUsed: (date: string) => string
    readonly backedUp: string
    readonly deviceBound: string
    /** The section of the sessions. */
    readonly sessions: {
      readonly title: string
      /** Replaces the list where the sessions cannot be listed. */
      readonly lead: string
      /** The badge of the session that shows the page. */
      readonly current: string
      readonly unknown: string
      /** `date` is a written-out date. */
      readonly signedIn: (date: string) => string
      /** `when` is relative, such as "today" or "3 days ago". */
      readonly lastActive: (when: string) => string
      readonly end: string
      /** `name` is a browser and a system. */
      readonly endOf: (name: string) => string
      readonly endOthers: string
    }
    readonly deletion: { readonly title: string; readonly lead: string; readonly submit: string }
    readonly signOut: string
    /** The pages on which the user makes one change, by the name of the change. */
    readonly change: {
      readonly name: { readonly title: string; readonly label: string; readonly submit: string }
      readonly 'picture-remove': { readonly title: string; readonly lead: string; readonly submit: string }
      readonly 'email-change': {
        readonly title: string
        readonly lead: string
        readonly label: string
        readonly submit: string
        /** The error if the application does not accept the address. */
        readonly refused: ErrorText
      }
      readonly unlink: { readonly title: string; readonly lead: string; readonly submit: string }
      readonly 'passkey-rename': { readonly title: string; readonly label: string; readonly submit: string }
      readonly 'passkey-delete': { readonly title: string; readonly lead: string; readonly submit: string }
      readonly 'delete-account': {
        readonly title: string
        readonly lead: string
        /** The label of a checkbox. */
        readonly confirm: string
        readonly submit: string
      }
    }
    readonly done: Readonly<Record<(typeof accountOutcomes)[number], string>>
    /** The page after the account was deleted. */
    readonly deleted: { readonly title: string; readonly text: (host: string) => string }
  }
  /** The delayed deletion of the account: the account page, the page after the request, and the page to keep it. */
  readonly scheduledDeletion: {
    /** Before the request. `time` is a written-out duration, such as "7 days". */
    readonly lead: (time: string) => string
    /** The subject of the e-mail. `app` is the name of the application. */
    readonly subject: (app: string) => string
    readonly title: string
    /** `date` is a written-out date and time with its time zone. */
    readonly date: (date: string) => string
    readonly how: string
    readonly keep: string
  }
  /** The page where the user confirms a new e-mail address. */
  readonly changeEmail: {
    readonly title: string
    /** Stands above the new address. */
    readonly lead: (host: string) => string
    /** `email` is the previous address. */
    readonly replaces: (email: string) => string
    readonly warning: string
    readonly submit: string
    readonly doneTitle: string
    readonly done: (host: string) => string
  }
  /** The page for a visitor who is not signed in as the user who requested a new e-mail address. */
  readonly finishEmail: {
    readonly title: string
    readonly lead: (host: string) => string
    readonly warning: string
    /** The button that signs another user out. */
    readonly switchUser: string
  }
  /** The page where a change of the e-mail address is undone. */
  readonly undoEmail: {
    readonly title: string
    /** Stands above the previous address. */
    readonly lead: (host: string) => string
    readonly effect: string
    readonly submit: string
    readonly doneTitle: string
    readonly done: (host: string) => string
    readonly takenTitle: string
    readonly taken: (host: string) => string
  }
  /** The page that sends the response of a provider again. */
  readonly repost: { readonly title: string; readonly text: string; readonly submit: string }
  /** The error page. */
  readonly errorPage: { readonly reference: string }
  /** The e-mails. */
  readonly mail: MailMessages
  /** An e-mail that reports a change to an account. */
  readonly notification: {
    readonly linked: LinkMessages
    readonly unlinked: LinkMessages
    readonly passkeyAdded: ChangeMessages
    readonly passkeyDeleted: ChangeMessages
    readonly emailChanged: ChangeMessages
    /** For the address that the user had until the change was undone. */
    readonly emailRestored: ChangeMessages
    /** The e-mail about the deletion of the account has no link, and an advice of its own. */
    readonly accountDeleted: ChangeMessages & { readonly warning: string }
    /** Replaces the messages below if the change can be undone. */
    readonly undo: {
      /** `time` is a written-out duration, such as "3 days". */
      readonly warning: (time: string) => string
      readonly button: string
      readonly openLink: string
    }
    /** Also in the other e-mails. `time` is a written-out date and time with its time zone. */
    readonly when: (time: string) => string
    /** Also in the other e-mails. `browser` is a browser family and an operating system. */
    readonly where: (browser: string) => string
    readonly warning: string
    readonly button: string
    readonly openLink: string
  }
  /** The texts of the errors, by their public type. */
  readonly errors: Readonly<Record<PublicErrorType, ErrorText>>
  /** The text for all other error types. */
  readonly unknownError: ErrorText
  /**
   * `when` is relative, such as "in 12 minutes".
   * @example const retry: Messages['retry'] = (when) => `Try again ${when}.`
   */
  readonly retry: (when: string) => string
}

type PartialMessages<Part> = Part extends (...values: never) => string
  ? Part
  : Part extends object
    ? { readonly [Name in keyof Part]?: PartialMessages<Part[Name]> }
    : Part

/**
 * Messages of one language that replace or add to the built-in ones. A message that is left out is taken from the
 * closest built-in language, or else from English.
 * @example
 * const german: MessageOverride = {
 *   signin: { title: 'Willkommen', withProvider: (name) => `Weiter mit ${name}` },
 * }
 */
export type MessageOverride = PartialMessages<Omit<Messages, 'lang'>>

/**
 * Messages by BCP 47 language tag.
 * @example const messages: MessagesOptions = { de: { signin: { title: 'Willkommen' } } }
 */
export type MessagesOptions = Readonly<Record<string, MessageOverride>>
