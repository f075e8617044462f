import { createClient } from '@authwright/client'
import { homeAddress } from './paths.ts'

export { ClientError } from '@authwright/client'
export type {
  ClientOptions,
  ClientPasskey,
  GetSessionOptions,
  PasskeyAutofill,
  PasskeyOptions,
  RegisterPasskeyOptions,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from '@authwright/client'

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
  getSession,
  update,
  getProviders,
  getCsrfToken,
  onSessionChange,
} = createClient({ basePath: () => `${homeAddress()}auth` })
