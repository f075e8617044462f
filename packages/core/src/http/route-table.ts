import { once } from '../base/once.ts'
import { csrf } from '../forms/csrf.ts'
import type { RouteHandler } from '../sign-in/flow.ts'
import { errorPage, verifyRequest } from '../routes/pages.ts'
import { listProviders } from '../routes/list-providers.ts'
import { readSession, updateSession } from '../routes/session.ts'
import { signInPage } from '../routes/sign-in-page.ts'
import { finishSignIn, startSignIn } from '../routes/sign-in.ts'
import { askSignOut, signOut } from '../routes/sign-out.ts'
import type { AuthAction } from '../types/http.ts'

/** What each action does, by method. A method that is not here is not allowed. */
export interface ActionRow {
  readonly GET?: RouteHandler
  readonly POST?: RouteHandler
  /** Whether a browser shows the answer to a person. */
  readonly isPage: boolean
}

/** A flow that a session check has no use for is loaded at its first request. */
const lazily = (load: () => Promise<RouteHandler>): RouteHandler => {
  const loaded = once(load)
  return async (request, context) => (await loaded())(request, context)
}

const initiateLogin = lazily(async () => (await import('../methods/oauth/initiate-login.ts')).initiateLogin)
const relayInitiation = lazily(async () => (await import('../methods/oauth/initiate-login.ts')).relayInitiation)
const accountPage = lazily(async () => (await import('../account/account-page.ts')).showAccount)
const changeAccount = lazily(async () => (await import('../account/change-account.ts')).changeAccount)
const changeEmailLink = lazily(async () => (await import('../account/email-change/change-link.ts')).changeEmailLink)
const passkeyPage = lazily(async () => (await import('../account/add-passkey-page.ts')).showAddPasskey)
const passkeyOptions = lazily(async () => (await import('../methods/webauthn/ceremony-options.ts')).passkeyOptions)

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
