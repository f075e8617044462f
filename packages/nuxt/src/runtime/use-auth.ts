import { getCsrfToken, getProviders, getSession, signIn, signOut } from '@authwright/client'
import { useSession, type VueSession } from '@authwright/client/vue'
import type { AppSession } from '../app-session.js'

/** What `useAuth` returns. */
export interface UseAuth extends VueSession<AppSession> {
  readonly signIn: typeof signIn
  readonly signOut: typeof signOut
  /** The session, asked from the server. */
  readonly getSession: typeof getSession
  readonly getProviders: typeof getProviders
  readonly getCsrfToken: typeof getCsrfToken
}

/**
 * The session in the setup of a component, and the functions of the browser. The server renders the session into the page.
 *
 * @example
 * const { data, status, signIn, signOut } = useAuth()
 */
export const useAuth = (): UseAuth => ({
  ...useSession<AppSession>(),
  signIn,
  signOut,
  getSession,
  getProviders,
  getCsrfToken,
})
