import { createClient } from '@authwright/client'
import type { Client } from '@authwright/client'

export { ClientError } from '@authwright/client'
export type * from '@authwright/client'

/** The integration replaces this name by the base path with Astro's `base`. */
declare const __AUTHWRIGHT_BASE_PATH__: string | undefined

// The functions for the browser. Call `configure` first if the config has a `basePath` that the integration does not have.
const client: Client = createClient({
  basePath: () => (typeof __AUTHWRIGHT_BASE_PATH__ === 'string' ? __AUTHWRIGHT_BASE_PATH__ : '/auth'),
})

/**
 * Change options of the client. Options that are left out keep their value.
 *
 * @example
 * configure({ basePath: '/staff/auth' })
 */
export const configure: Client['configure'] = client.configure

/**
 * Start a sign-in. Without a provider, or with one that is not configured, this loads the sign-in page. It redirects;
 * with `redirect: false` it returns the result.
 *
 * @example
 * await signIn('github', { redirectTo: '/welcome' })
 */
export const signIn: Client['signIn'] = client.signIn

/**
 * Sign in with a passkey. Redirects after success; otherwise returns the result, with the error `PasskeyCancelled`,
 * `PasskeyUnsupported` or `PasskeyFailed` for a failure in the browser.
 *
 * @example
 * const failure = await signInWithPasskey({ redirectTo: '/welcome' })
 */
export const signInWithPasskey: Client['signInWithPasskey'] = client.signInWithPasskey

/**
 * Create a passkey for the current user, or with `email` for a new user. `error` is `ReauthenticationRequired` when the
 * last sign-in is too long ago.
 *
 * @example
 * const result = await registerPasskey({ redirect: false })
 */
export const registerPasskey: Client['registerPasskey'] = client.registerPasskey

/**
 * Let the browser offer passkeys in inputs with `autocomplete="username webauthn"`. Call it when the page is loaded.
 *
 * @example
 * const autofill = startPasskeyAutofill({ redirectTo: '/welcome' })
 * autofill.stop()
 */
export const startPasskeyAutofill: Client['startPasskeyAutofill'] = client.startPasskeyAutofill

/**
 * The passkeys of the current user. Rejects with a `ClientError` of type `SessionRequired` without a session.
 *
 * @example
 * const names = (await listPasskeys()).map(({ name }) => name)
 */
export const listPasskeys: Client['listPasskeys'] = client.listPasskeys

/**
 * Rename a passkey. Rejects with a `ClientError` if the current user has no such passkey.
 *
 * @example
 * for (const { credentialId } of await listPasskeys()) await renamePasskey(credentialId, 'Phone')
 */
export const renamePasskey: Client['renamePasskey'] = client.renamePasskey

/**
 * Delete a passkey. Rejects with a `ClientError` of type `ReauthenticationRequired` when the last sign-in is too long
 * ago.
 *
 * @example
 * for (const { credentialId, canDelete } of await listPasskeys()) {
 *   if (canDelete !== false) await deletePasskey(credentialId)
 * }
 */
export const deletePasskey: Client['deletePasskey'] = client.deletePasskey

/**
 * End the session. It redirects; with `redirect: false` it returns the address to load next.
 *
 * @example
 * await signOut({ redirectTo: '/' })
 */
export const signOut: Client['signOut'] = client.signOut

/**
 * The session, or `null` when the user is signed out. Rejects with a `ClientError` when the server cannot tell.
 *
 * @example
 * const session = await getSession()
 * console.log(session?.user?.name)
 */
export const getSession: Client['getSession'] = client.getSession

/**
 * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`. Without data this reads the session.
 *
 * @example
 * const session = await update({ theme: 'dark' })
 */
export const update: Client['update'] = client.update

/**
 * The configured providers by id, in the order of the config. Requested once.
 *
 * @example
 * const names = Object.values(await getProviders()).map(({ name }) => name)
 */
export const getProviders: Client['getProviders'] = client.getProviders

/**
 * The CSRF token for a form of the application. This client needs none, because browsers send `Origin` with it.
 *
 * @example
 * const csrfToken = await getCsrfToken()
 */
export const getCsrfToken: Client['getCsrfToken'] = client.getCsrfToken

/**
 * Call the listener when another tab changes the session. Returns the function that removes the listener.
 *
 * @example
 * const stop = onSessionChange(({ trigger }) => console.log(trigger))
 * stop()
 */
export const onSessionChange: Client['onSessionChange'] = client.onSessionChange
