import type { Adapter } from '@authwright/core/adapters'
import type { Browser, Page } from '@authwright/testing'
import type { Fault } from './faults.ts'
import type { ProviderUser } from './provider-user.ts'
import type { FaultSetup } from './fault-setup.ts'

/** A request under test and what must hold afterwards. */
export interface Trial {
  readonly browser: Browser
  /** The user who must be signed in at the end, or `null`. */
  readonly user: ProviderUser | null
  /** The request under test. */
  readonly act: () => Promise<Page>
  /**
   * What the user does afterwards: tries again if the request failed, so that the browser reaches the expected state.
   */
  readonly repeat: (failed: boolean, fault: Fault | undefined) => Promise<unknown>
  /** Checks what else must hold at the end. Returns what does not. */
  readonly check?: (fault: Fault | undefined) => Promise<readonly string[]>
}

/** One flow of a user. */
export interface Flow {
  readonly name: string
  readonly strategy: 'database' | 'jwt'
  /** Adapter methods beyond the published contract that the flow needs. */
  readonly needs?: readonly (keyof Adapter)[]
  /** The response: a redirect, JSON with a status, or a page that redirects only on failure. */
  readonly respondsWith: 'redirect' | 'json' | 'page'
  /** Does the steps before the request, without faults. */
  readonly prepare: (setup: FaultSetup) => Promise<Trial>
}

/** Whether a browser has a session. */
export const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/auth/session')).json() !== null

/** Signs in unless the browser is signed in. */
export const signInAgain = async (
  setup: FaultSetup,
  browser: Browser,
  user: ProviderUser,
  provider?: string,
): Promise<void> => {
  if (!(await isSignedIn(browser))) await setup.signIn(browser, user, provider)
}

/** The name of the session cookie. */
export const SESSION_COOKIE = '__Host-authwright.session-token'
