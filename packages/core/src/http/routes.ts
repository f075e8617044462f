import { once } from '../base/once.ts'
import { csrf } from '../flows/csrf.ts'
import type { Flow } from '../flows/flow.ts'
import { errorPage, verifyRequest } from '../flows/pages.ts'
import { listProviders } from '../flows/providers.ts'
import { readSession, updateSession } from '../flows/session.ts'
import { signInPage } from '../flows/sign-in-page.ts'
import { finishSignIn, startSignIn } from '../flows/sign-in.ts'
import { askSignOut, signOut } from '../flows/sign-out.ts'
import type { AuthAction } from '../types/http.ts'

/** What each action does, by method. A method that is not here is not allowed. */
export interface ActionRow {
  readonly GET?: Flow
  readonly POST?: Flow
  /** Whether a browser shows the answer to a person. */
  readonly isPage: boolean
}

/** A flow that a session check has no use for is loaded at its first request. */
const lazily = (load: () => Promise<Flow>): Flow => {
  const loaded = once(load)
  return async (request, site) => (await loaded())(request, site)
}

const initiateLogin = lazily(async () => (await import('../flows/oauth/initiate-login.ts')).initiateLogin)
const relayInitiation = lazily(async () => (await import('../flows/oauth/initiate-login.ts')).relayInitiation)
const accountPage = lazily(async () => (await import('../flows/account/page.ts')).accountPage)
const changeAccount = lazily(async () => (await import('../flows/account/change.ts')).changeAccount)
const changeEmailLink = lazily(async () => (await import('../flows/email/change/link.ts')).changeEmailLink)
const passkeyPage = lazily(async () => (await import('../flows/account/passkey-page.ts')).passkeyPage)
const passkeyOptions = lazily(async () => (await import('../flows/webauthn/options.ts')).passkeyOptions)

export const routes: Readonly<Record<AuthAction, ActionRow>> = {
  account: { GET: accountPage, POST: changeAccount, isPage: true },
  callback: { GET: finishSignIn, POST: finishSignIn, isPage: false },
  'change-email': { GET: changeEmailLink, POST: changeEmailLink, isPage: true },
  csrf: { GET: csrf, isPage: false },
  error: { GET: errorPage, isPage: true },
  'initiate-login': { GET: initiateLogin, POST: relayInitiation, isPage: true },
  passkey: { GET: passkeyPage, isPage: true },
  providers: { GET: listProviders, isPage: false },
  session: { GET: readSession, POST: updateSession, isPage: false },
  signin: { GET: signInPage, POST: startSignIn, isPage: true },
  signout: { GET: askSignOut, POST: signOut, isPage: true },
  'verify-request': { GET: verifyRequest, isPage: true },
  'webauthn-options': { GET: passkeyOptions, isPage: false },
}
