import { createClient, type ClientSession } from '@authwright/client'
import type { Session } from '@authwright/core'
import { resolve } from '$app/paths'

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

// SvelteKit 2 and 3 both have `resolve`; `base` exists only in 2. On a server its result depends on the request.
const client = createClient({ basePath: () => `${resolve('/', {})}auth` })

/** The functions for the browser. Call `configure` first if the config has another `basePath`. */
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
