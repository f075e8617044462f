import type { ConfiguredProvider, ConfigWarning } from './engine-types.ts'
import type { Adapter } from '../types/adapter.ts'

/** What removes an account that was linked before the address was verified. A session in a cookie needs no method. */
const REMOVAL = {
  jwt: ['listAccounts', 'unlinkAccount'],
  database: ['listAccounts', 'unlinkAccount', 'deleteSessions'],
}

type Strategy = keyof typeof REMOVAL

/** The methods that the adapter lacks to remove what was attached to a user before the address was verified. */
export const findMissingRemoval = (adapter: Adapter, strategy: Strategy): readonly string[] =>
  REMOVAL[strategy].filter((method) => typeof Reflect.get(adapter, method) !== 'function')

/** Whether users sign in by a mail, and so become the user who has their address. */
export const signsInByMail = (providers: readonly ConfiguredProvider[]): boolean =>
  providers.some(({ method }) => method.facts.verifiesEmail === 'itself')

/** Whether `authorize` returns users of the application, whom it may have created itself. */
export const hasOwnUsers = (providers: readonly ConfiguredProvider[]): boolean =>
  providers.some(({ method }) => !method.facts.hasStoredUsers)

const linksByEmail = ({ options }: ConfiguredProvider): boolean => options['allowDangerousEmailAccountLinking'] === true

/** The effects of a provider about which no option states whether it verifies addresses, for the warning. */
const findEffects = (
  provider: ConfiguredProvider,
  hasClaim: boolean,
  missing: readonly string[],
): readonly string[] => [
  ...(hasClaim ? ['its claim email_verified does not count'] : []),
  ...(linksByEmail(provider) ? ['an account with any address is linked to the user who has the address'] : []),
  ...(missing.length > 0
    ? [`its addresses are not stored, because the adapter has no ${missing.join(' and no ')}`]
    : []),
]

/** What the adapter and the providers say about addresses that may not be verified. */
interface EmailFacts {
  readonly providers: readonly ConfiguredProvider[]
  readonly adapter: Adapter | undefined
  readonly strategy: Strategy
  readonly requireVerifiedEmail: boolean
}

/** Names each provider about which no option states whether it verifies addresses, with the line that states it. */
const findUnstated = ({ providers, adapter, strategy }: EmailFacts): readonly ConfigWarning[] => {
  const missing = adapter !== undefined && signsInByMail(providers) ? findMissingRemoval(adapter, strategy) : []
  return providers.flatMap((provider) => {
    const unstated = provider.method.findUnstatedEmail?.(provider)
    const effects = unstated === undefined ? [] : findEffects(provider, unstated.hasClaim, missing)
    if (unstated === undefined || effects.length === 0) return []
    const what = `no option states whether provider "${provider.id}" verifies e-mail addresses`
    return [['email-unstated', `${what}, so ${effects.join(', and ')}: add ${unstated.line}`] as const]
  })
}

/** Whether a sign-in may verify the address of an existing user. */
const verifiesLater = (providers: readonly ConfiguredProvider[]): boolean =>
  signsInByMail(providers) ||
  providers.some((provider) => provider.method.facts.verifiesEmail === 'by-provider' && linksByEmail(provider))

/**
 * The application may let a user with an unverified address sign in by `authorize`. The warning says that the adapter cannot end
 * the session when another user verifies the address.
 */
const findUnended = (facts: EmailFacts): readonly ConfigWarning[] => {
  const { providers, adapter, strategy, requireVerifiedEmail } = facts
  const isEnded = adapter === undefined || strategy === 'jwt' || typeof adapter.deleteSessions === 'function'
  if (isEnded || !hasOwnUsers(providers) || requireVerifiedEmail || !verifiesLater(providers)) return []
  const what = 'a session of a user of authorize that began before the e-mail address was verified continues afterwards'
  const line = signsInByMail(providers) ? 'requireVerifiedEmail: true' : "session: { strategy: 'jwt' }"
  return [['unverified-kept', `the adapter has no deleteSessions, so ${what}: set ${line}`]]
}

/**
 * A provider may not verify e-mail addresses, so an attacker can sign in there with an address of another user. The warning
 * says that the adapter cannot remove the attacker's account when that user verifies the address.
 */
const findUnremovable = ({ providers, adapter, strategy }: EmailFacts): readonly ConfigWarning[] => {
  const byProvider = providers.filter(({ method }) => method.facts.verifiesEmail === 'by-provider')
  const missing = adapter === undefined ? [] : findMissingRemoval(adapter, strategy)
  if (byProvider.length === 0 || !verifiesLater(providers) || missing.length === 0) return []
  const effect = 'so an account that was linked before an e-mail address was verified stays linked afterwards'
  return [['unverified-kept', `the adapter has no ${missing.join(' and no ')}, ${effect}`]]
}

/** The warnings about addresses that may not be verified. */
export const findEmailWarnings = (facts: EmailFacts): readonly ConfigWarning[] => [
  ...findUnstated(facts),
  ...findUnremovable(facts),
  ...findUnended(facts),
]
