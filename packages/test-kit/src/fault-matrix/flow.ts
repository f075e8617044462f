import type { Adapter } from '@authwright/core/adapters'
import type { Browser } from '@authwright/testing'
import type { Page } from '@authwright/testing'
import type { Fault } from './faults.ts'
import type { ProviderUser } from './provider-user.ts'
import type { FaultSetup } from './setup.ts'

/** A request that is put to the test, and what has to hold afterwards. */
export interface Trial {
  readonly browser: Browser
  /** Who is to be signed in at the end; `null` is nobody. */
  readonly user: ProviderUser | null
  /** The request under test. */
  readonly act: () => Promise<Page>
  /** What the person does when it is over: try again if it failed. The browser is signed in, or not, as it is to be. */
  readonly repeat: (failed: boolean, fault: Fault | undefined) => Promise<unknown>
  /** What else has to hold at the end; the answer is what does not. */
  readonly check?: (fault: Fault | undefined) => Promise<readonly string[]>
}

/** One thing that a person does. */
export interface Flow {
  readonly name: string
  readonly strategy: 'database' | 'jwt'
  /** Methods beyond the published contract without which the flow cannot be. */
  readonly needs?: readonly (keyof Adapter)[]
  /** Whether the answer is a page's redirect, JSON with a status, or a page that goes on to another one only when it fails. */
  readonly respondsWith: 'redirect' | 'json' | 'page'
  /** Does what comes before, undisturbed. */
  readonly prepare: (setup: FaultSetup) => Promise<Trial>
}

/** Whether a browser has a session, undisturbed. */
export const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/auth/session')).json() !== null

/** Signs in unless the browser is. */
export const signInAgain = async (
  setup: FaultSetup,
  browser: Browser,
  user: ProviderUser,
  provider?: string,
): Promise<void> => {
  if (!(await isSignedIn(browser))) await setup.signIn(browser, user, provider)
}

/** The name of the cookie of a session. */
export const SESSION_COOKIE = '__Secure-authwright.session-token'
