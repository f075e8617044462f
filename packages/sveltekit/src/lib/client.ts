import { createClient } from '@authwright/client'
import type { ClientSession } from '@authwright/client'
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

// `resolve` is there in SvelteKit 2 and 3, unlike `base`. It is asked at each call, for on a server it depends on the request.
const client = createClient({ basePath: () => `${resolve('/', {})}auth` })

/** The functions of the browser. Call `configure` first when the config names another `basePath`. */
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

/** Who is signed in. `null` means nobody; rejects with a `ClientError` when that cannot be known. */
export const getSession = (): Promise<Session | null> => client.getSession<Session & ClientSession>()

/** Hand data to the `jwt` and `session` callbacks with `trigger: 'update'`; without data the session is read. */
export const update = (data?: unknown): Promise<Session | null> => client.update<Session & ClientSession>(data)
