import type { ErrorType } from '../../errors/error-table.ts'
import type { Messages } from '../../types/messages.ts'
import type { PageProvider } from '../../types/page-props.ts'
import { isIdentifier } from '../../web/autocomplete.ts'

/** What differs between the kinds of forms, besides their fields and buttons (`sign-in-forms.ts`). */
interface FormKind {
  /** Whether it is a button without fields. All of these share one form. @default false */
  readonly isButton?: boolean
  /** Whether it sends an e-mail, so that the address is its only field, and no user name will do. @default false */
  readonly sendsMail?: boolean
  /** Whether a script runs a ceremony in it. @default false */
  readonly hasCeremony?: boolean
  /** The error that is about its fields. */
  readonly fieldError?: ErrorType
  /** Whether one field for the address can stand for that of its own. @default never */
  readonly canShareAddress?: (provider: PageProvider) => boolean
  /** Its position in the second step. */
  readonly rank: Readonly<Record<'signin' | 'signup', number>>
  /** How a text names its button. Left out if the button does not say what it signs in with. */
  readonly label?: (provider: PageProvider, messages: Messages['signin']) => string
}

/** The name of the address field in the forms of this library. */
export const ADDRESS = 'email'

/** A form for an address or a user name and a password, with checkboxes at most beside them. */
const isPasswordForm = ({ fields: [first, second, ...more] = [] }: PageProvider): boolean =>
  first !== undefined &&
  isIdentifier(first) &&
  second?.type === 'password' &&
  more.every(({ type }) => type === 'checkbox')

/** The method record of a provider chooses a kind. A new kind is a row here, and its form in `sign-in-forms.ts`. */
const KINDS: Readonly<Record<PageProvider['kind'], FormKind>> = {
  redirect: {
    isButton: true,
    rank: { signin: 3, signup: 3 },
    label: ({ name }, { withProvider }) => withProvider(name),
  },
  email: {
    sendsMail: true,
    fieldError: 'EmailSignInError',
    canShareAddress: () => true,
    rank: { signin: 1, signup: 2 },
    label: (_provider, { withEmail }) => withEmail,
  },
  // The password is typed in the second step. The other methods only need a button there.
  credentials: {
    fieldError: 'CredentialsSignin',
    canShareAddress: isPasswordForm,
    rank: { signin: 0, signup: 0 },
  },
  // A new user creates a passkey first. The address of a sign-up may be its only field.
  passkey: {
    hasCeremony: true,
    canShareAddress: ({ fields = [] }) => fields.every(({ name }) => name === ADDRESS),
    rank: { signin: 2, signup: 1 },
    label: (_provider, { withPasskey }) => withPasskey,
  },
}

export const formKind = ({ kind }: PageProvider): FormKind => KINDS[kind]

/** Whether there are several providers of the same kind. Then the kind does not say which one is meant. */
export const isOneOfMany = (providers: readonly PageProvider[], { kind }: PageProvider): boolean =>
  providers.filter((other) => other.kind === kind).length > 1
