import type { AuthContext, ConfiguredProvider, RequestInternal } from '../config/engine-types.ts'
import type { IdentifierFirst, PageProvider } from '../types/page-props.ts'
import { ADDRESS, isOneOfMany, sendsMail, sharesAddress } from '../pages/signin/form-kinds.ts'
import { isIdentifier } from '../web/autocomplete.ts'
import { toPageProvider } from './page-data.ts'

/**
 * The first step for providers that need an address: one e-mail provider, and a password or passkeys beside it.
 * `undefined` if there is nothing to combine. Only the config decides, so the page shows nothing about a user. Its form
 * posts to `action`.
 */
export const combineMethods = (providers: readonly PageProvider[], action: string): IdentifierFirst | undefined => {
  const combined = providers.filter((provider) => sharesAddress(provider) && !isOneOfMany(providers, provider))
  if (combined.length < 2 || !combined.some(sendsMail)) return undefined
  const takesName = combined.some(({ fields: [first] = [] }) => first?.type === 'text' && !/mail/i.test(first.name))
  return { action, type: takesName ? 'text' : 'email', methods: combined.map(({ id }) => id) }
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
