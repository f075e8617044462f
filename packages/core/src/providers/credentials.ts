import type { CredentialInput, CredentialsConfig } from '../types/providers.ts'

/** What may be passed to `Credentials`. */
export type CredentialsUserConfig<Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>> =
  Partial<Omit<CredentialsConfig<Inputs>, 'type' | 'options'>>

/**
 * Something only the person knows, judged by the application. Until `authorize` is given nobody gets in.
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
