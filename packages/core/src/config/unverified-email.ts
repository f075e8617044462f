import type { ConfiguredProvider } from './engine-types.ts'
import type { Adapter } from '../types/adapter.ts'

/** What removes an account that was linked before the address was verified. A session in a cookie needs no method. */
const REMOVAL = {
  jwt: ['listAccounts', 'unlinkAccount'],
  database: ['listAccounts', 'unlinkAccount', 'deleteSessions'],
}

/** The methods that the adapter lacks to remove what was attached to a user before the address was verified. */
export const findMissingRemoval = (adapter: Adapter, strategy: keyof typeof REMOVAL): readonly string[] =>
  REMOVAL[strategy].filter((method) => typeof Reflect.get(adapter, method) !== 'function')

/** Whether users sign in by a mail, and so become the user who has their address. */
export const signsInByMail = (providers: readonly ConfiguredProvider[]): boolean =>
  providers.some(({ method }) => method.facts.verifiesEmail === 'itself')

/** Whether `authorize` returns users of the application, whom it may have created itself. */
export const hasOwnUsers = (providers: readonly ConfiguredProvider[]): boolean =>
  providers.some(({ method }) => !method.facts.hasStoredUsers)

export const linksByEmail = ({ options }: ConfiguredProvider): boolean =>
  options['allowDangerousEmailAccountLinking'] === true

/** Whether a sign-in may verify the address of an existing user. */
export const verifiesLater = (providers: readonly ConfiguredProvider[]): boolean =>
  signsInByMail(providers) ||
  providers.some((provider) => provider.method.facts.verifiesEmail === 'by-provider' && linksByEmail(provider))
