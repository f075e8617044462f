import { createClient, type ClientSession } from '@authwright/client'
import type { Session } from '@authwright/core/types'
import { homeAddress } from './paths.ts'

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

const client = createClient({ basePath: () => `${homeAddress()}auth` })

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
