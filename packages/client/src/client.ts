import { listen } from './channel.ts'
import { makeConnection } from './connection.ts'
import { makeDirectory } from './directory.ts'
import { makePasskeys } from './passkeys/passkeys.ts'
import { makeSession } from './session.ts'
import { makeSignIn } from './sign-in.ts'
import { makeSignOut } from './sign-out.ts'
import type { Client, ClientOptions } from './types.ts'
import { expectObject, readMember } from './wire.ts'

/**
 * Make a client of one's own, for a page that talks to more than one base path.
 *
 * @example
 * const staff = createClient({ basePath: '/staff/auth' })
 */
export const createClient = (options: ClientOptions = {}): Client => {
  const connection = makeConnection(options)
  const directory = makeDirectory(connection)
  const passkeys = makePasskeys(connection)
  return {
    configure: (more) => {
      connection.configure(more)
      directory.forget()
    },
    signIn: makeSignIn({ connection, directory, passkeys }),
    signOut: makeSignOut(connection),
    ...makeSession(connection),
    ...passkeys,
    getProviders: directory.all,
    getCsrfToken: async () => readMember(expectObject(await connection.ask('csrf')), 'csrfToken') ?? '',
    onSessionChange: listen,
  }
}
