import { createClient } from '@authwright/client'

export { ClientError } from '@authwright/client'
export type * from '@authwright/client'

/** The integration replaces this name by the base path with Astro's `base`. */
declare const __AUTHWRIGHT_BASE_PATH__: string | undefined

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
  getSession,
  update,
  getProviders,
  getCsrfToken,
  onSessionChange,
} = createClient({
  basePath: () => (typeof __AUTHWRIGHT_BASE_PATH__ === 'string' ? __AUTHWRIGHT_BASE_PATH__ : '/auth'),
})
