import { csrf } from '../flows/csrf.ts'
import type { Flow } from '../flows/flow.ts'
import { errorPage, verifyRequest } from '../flows/pages.ts'
import { listProviders } from '../flows/providers.ts'
import { readSession, updateSession } from '../flows/session.ts'
import { signInPage } from '../flows/sign-in-page.ts'
import { finishSignIn, startSignIn } from '../flows/sign-in.ts'
import { askSignOut, signOut } from '../flows/sign-out.ts'
import { InvalidProvider } from '../errors/classes.ts'
import type { AuthAction } from '../types/http.ts'

/** What each action does, by method. A method that is not here is not allowed. */
export interface ActionRow {
  readonly GET?: Flow
  readonly POST?: Flow
  /** Whether a browser shows the answer to a person. */
  readonly isPage: boolean
}

const noPasskeys: Flow = () => {
  throw new InvalidProvider('No passkey provider is configured')
}

export const routes: Readonly<Record<AuthAction, ActionRow>> = {
  account: { GET: noPasskeys, isPage: true },
  callback: { GET: finishSignIn, POST: finishSignIn, isPage: false },
  csrf: { GET: csrf, isPage: false },
  error: { GET: errorPage, isPage: true },
  passkey: { GET: noPasskeys, isPage: true },
  providers: { GET: listProviders, isPage: false },
  session: { GET: readSession, POST: updateSession, isPage: false },
  signin: { GET: signInPage, POST: startSignIn, isPage: true },
  signout: { GET: askSignOut, POST: signOut, isPage: true },
  'verify-request': { GET: verifyRequest, isPage: true },
  'webauthn-options': { GET: noPasskeys, isPage: false },
}
