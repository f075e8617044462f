import { makeHttpClient, readObject, readString } from './http.ts'
import { makePasskeys } from './passkeys.ts'
import { makeProviderCache } from './providers.ts'
import { makeSession, onSessionChange } from './session.ts'
import { makeSignIn, makeSignOut } from './sign-in.ts'
import type { Client, ClientOptions } from './types.ts'

/**
 * Make a client for another base path. Most pages need only one client, and use the functions of the package.
 *
 * @example
 * const staff = createClient({ basePath: '/staff/auth' })
 */
export const createClient = (options: ClientOptions = {}): Client => {
  const http = makeHttpClient(options)
  const providers = makeProviderCache(http)
  const passkeys = makePasskeys(http)
  return {
    configure: (changes) => {
      http.configure(changes)
      providers.clear()
    },
    signIn: makeSignIn({ http, providers, passkeys }),
    signOut: makeSignOut(http),
    ...makeSession(http),
    ...passkeys,
    getProviders: providers.list,
    getCsrfToken: async () => readString(readObject(await http.send('csrf')), 'csrfToken') ?? '',
    onSessionChange,
  }
}
