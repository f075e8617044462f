import { createClient } from './client.ts'

export { createClient } from './client.ts'
export { ClientError } from './http.ts'
export { createSessionStore } from './session-store.ts'
export type { SessionState } from './session-state.ts'
export type { RefreshOptions, SessionClient, SessionStore, SessionStoreOptions } from './session-store.ts'
export type * from './types.ts'

/** The functions of the default client. Call `configure` first if the application's `basePath` is not `/auth`. */
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
