import type { CredentialInput, CredentialsConfig } from '../types/providers.ts'

export type { CredentialInput, CredentialsConfig, CredentialsProviderId } from '../types/providers.ts'

/**
 * Options of the credentials entry.
 * @example const options: CredentialsUserConfig = { authorize: ({ email, password }) => checkPassword(email, password) }
 */
export type CredentialsUserConfig<Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>> =
  Partial<Omit<CredentialsConfig<Inputs>, 'type' | 'options'>>

/**
 * Signs a user in with values that `authorize` checks, such as a password. Without `authorize` no user can sign in.
 *
 * @example
 * Credentials({
 *   credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } },
 *   authorize: async ({ email, password }) => findUser(email, password),
 * })
 */
export const Credentials = <Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>>(
  options: CredentialsUserConfig<Inputs> = {},
): CredentialsConfig<Inputs> => ({
  id: 'credentials',
  name: 'Credentials',
  type: 'credentials',
  credentials: options.credentials ?? ({} as Inputs),
  authorize: () => null,
  options,
})

export default Credentials
