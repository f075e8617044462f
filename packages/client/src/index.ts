import { createClient } from './client.ts'

export { createClient } from './client.ts'
export { ClientError } from './error.ts'
export type * from './types.ts'

/** The client of most pages. Call `configure` first when the library does not answer below `/auth`. */
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
} = createClient()
