import type { AuthContext, ConfiguredProvider, RequestInternal } from '../config/engine-types.ts'
import type { IdentifierFirst, PageProvider } from '../types/page-props.ts'
import { isIdentifier } from '../web/autocomplete.ts'
import { toPageProvider } from './page-data.ts'

/** A form for an address or a user name and a password, with checkboxes at most beside them. */
const isPasswordForm = ({ fields: [first, second, ...more] = [] }: PageProvider): boolean =>
  first !== undefined &&
  isIdentifier(first) &&
  second?.type === 'password' &&
  more.every(({ type }) => type === 'checkbox')

/** The field of an address in the forms of this library. */
const ADDRESS = 'email'

/** Passkeys, with the address of a sign-up as the only field. */
const needsOnlyAddress = ({ fields = [] }: PageProvider): boolean => fields.every(({ name }) => name === ADDRESS)

/** Of two providers of one kind, a single step could not say which one it means. */
const only = (providers: readonly PageProvider[]): readonly PageProvider[] => (providers.length === 1 ? providers : [])

/**
 * The first step for providers that need an address: one e-mail provider, and a password or passkeys beside it.
 * `undefined` if there is nothing to combine. Only the config decides, so the page shows nothing about a user. Its form
 * posts to `action`.
 */
export const combineMethods = (providers: readonly PageProvider[], action: string): IdentifierFirst | undefined => {
  const onlyOf = (wanted: PageProvider['kind']) => only(providers.filter(({ kind }) => kind === wanted))
  const mail = onlyOf('email')
  const passwords = onlyOf('credentials').filter(isPasswordForm)
  const combined = new Set([...mail, ...passwords, ...onlyOf('passkey').filter(needsOnlyAddress)])
  if (mail.length === 0 || combined.size === 1) return undefined
  const takesName = passwords.some(({ fields: [first] = [] }) => first?.type === 'text' && !/mail/i.test(first.name))
  const methods = providers.filter((provider) => combined.has(provider)).map(({ id }) => id)
  return { action, type: takesName ? 'text' : 'email', methods }
}

/** What the user typed to say who they are, in the form of the provider. Empty if the form has no such field. */
export const typedIdentifier = (
  { fields }: RequestInternal,
  { config }: AuthContext,
  provider: ConfiguredProvider,
): string => {
  const { fields: inputs = [] } = toPageProvider(config)(provider)
  const name = inputs.length === 0 ? ADDRESS : inputs.find(isIdentifier)?.name
  const typed = name === undefined ? undefined : fields[name]
  return typeof typed === 'string' ? typed : ''
}
