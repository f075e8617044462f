import { createClient, type ClientSession } from '@authwright/client'
import type { Session } from '@authwright/core'

export { ClientError } from '@authwright/client'
export type {
  ClientOptions,
  ClientPasskey,
  PasskeyAutofill,
  PasskeyOptions,
  RegisterPasskeyOptions,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from '@authwright/client'

/** The integration replaces this name by the base path with Astro's `base`. */
declare const __AUTHWRIGHT_BASE_PATH__: string | undefined

const client = createClient({
  basePath: () => (typeof __AUTHWRIGHT_BASE_PATH__ === 'string' ? __AUTHWRIGHT_BASE_PATH__ : '/auth'),
})

/** The functions for the browser. Call `configure` first if the config has a `basePath` that the integration does not have. */
export const {
  configure,
  signIn,
  signInWithPasskey,
  registerPasskey,
  startPasskeyAutofill,
  listPasskeys,
  renamePasskey,
  deletePasskey,
  signOut,
  getProviders,
  getCsrfToken,
  onSessionChange,
} = client

/** The session, or `null` when the user is signed out. Rejects with a `ClientError` when the server cannot tell. */
export const getSession = (): Promise<Session | null> => client.getSession<Session & ClientSession>()

/** Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`. Without data this reads the session. */
export const update = (data?: unknown): Promise<Session | null> => client.update<Session & ClientSession>(data)
