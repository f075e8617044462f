import type { PageProvider } from '../../types/page-props.ts'
import { isIdentifier } from '../../web/autocomplete.ts'

// What differs between the kinds of forms, besides how they look (`sign-in-forms.ts`), which only the page loads. The method
// record of a provider chooses a kind.

/** The name of the address field in the forms of this library. */
export const ADDRESS = 'email'

/** A form for an address or a user name and a password, with checkboxes at most beside them. */
const isPasswordForm = ({ fields: [first, second, ...more] = [] }: PageProvider): boolean =>
  first !== undefined &&
  isIdentifier(first) &&
  second?.type === 'password' &&
  more.every(({ type }) => type === 'checkbox')

type ByKind<Fact> = Readonly<Partial<Record<PageProvider['kind'], Fact>>>

const SENDS_MAIL: ByKind<boolean> = { email: true }

const SHARES_ADDRESS: ByKind<(provider: PageProvider) => boolean> = {
  email: () => true,
  credentials: isPasswordForm,
  // The address of a sign-up may be its only field.
  passkey: ({ fields = [] }) => fields.every(({ name }) => name === ADDRESS),
}

/** Whether a form sends an e-mail, so that the address is its only field, and no user name will do. */
export const sendsMail = ({ kind }: PageProvider): boolean | undefined => SENDS_MAIL[kind]

/** Whether one field for the address can stand for that of the form. */
export const sharesAddress = (provider: PageProvider): boolean | undefined => SHARES_ADDRESS[provider.kind]?.(provider)

/** Whether there are several providers of the same kind. Then the kind does not say which one is meant. */
export const isOneOfMany = (providers: readonly PageProvider[], { kind }: PageProvider): boolean =>
  providers.filter((other) => other.kind === kind).length > 1
