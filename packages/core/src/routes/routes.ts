import type { RouteHandler } from '../config/engine-types.ts'
import { once } from '../base/async.ts'
import type { AuthAction } from '../types/http.ts'
import { readSession, updateSession } from './session-data.ts'

/** A route. Its URL is the base path and its name. */
export interface Route {
  readonly GET?: RouteHandler
  readonly POST?: RouteHandler
  /** What the route responds with, also to an error: a page, JSON for a script, or a redirect. */
  readonly responds: 'page' | 'json' | 'redirect'
  /** Whether the id of a provider may follow the name. @default false */
  readonly takesProvider?: boolean
  /** Whether a `GET` consumes or starts something, so that a prefetch must be refused. @default false */
  readonly isConsumedByGet?: boolean
  /** Who posts: a page of this site, which must prove its origin, or a provider. @default 'site' */
  readonly postedBy?: 'site' | 'provider' | 'method'
}

/** Load a handler with its first request. A session check needs none of these handlers. */
const lazily = (load: () => Promise<RouteHandler>): RouteHandler => {
  const loaded = once(load)
  return async (request, context) => (await loaded())(request, context)
}

const csrf = lazily(async () => (await import('./script-data.ts')).csrf)
const listProviders = lazily(async () => (await import('./script-data.ts')).listProviders)
const signInPage = lazily(async () => (await import('./sign-in.ts')).signInPage)
const startSignIn = lazily(async () => (await import('./sign-in.ts')).startSignIn)
const finishSignIn = lazily(async () => (await import('./sign-in.ts')).finishSignIn)
const signOutPage = lazily(async () => (await import('./sign-out.ts')).signOutPage)
const signOut = lazily(async () => (await import('./sign-out.ts')).signOut)
const errorPage = lazily(async () => (await import('./error.ts')).errorPage)
const initiateLogin = lazily(async () => (await import('../methods/oauth/initiate-login.ts')).initiateLogin)
const relayInitiation = lazily(async () => (await import('../methods/oauth/initiate-login.ts')).relayInitiation)
const showAccount = lazily(async () => (await import('../account/account-page.ts')).showAccount)
const changeAccount = lazily(async () => (await import('../account/account-page.ts')).changeAccount)
const askForAccount = lazily(async () => (await import('./choose-account.ts')).askForAccount)
const applyChoice = lazily(async () => (await import('./choose-account.ts')).applyChoice)
const askToKeep = lazily(async () => (await import('./keep-account.ts')).askToKeep)
const keepOrLeave = lazily(async () => (await import('./keep-account.ts')).keepOrLeave)
const changeEmail = lazily(async () => (await import('../methods/email/change/finish-change.ts')).changeEmailLink)
const confirmBrowser = lazily(async () => (await import('../methods/email/confirm-browser.ts')).confirmBrowser)
const undoEmail = lazily(async () => (await import('../methods/email/change/undo-change.ts')).undoEmailLink)
const verifyRequest = lazily(async () => (await import('../methods/email/verify-code.ts')).verifyRequest)
const keepPasskey = lazily(async () => (await import('../methods/webauthn/pending-passkey.ts')).keepPasskey)
const showAddPasskey = lazily(async () => (await import('../methods/webauthn/passkey-routes.ts')).showAddPasskey)
const passkeyOptions = lazily(async () => (await import('../methods/webauthn/passkey-routes.ts')).passkeyOptions)

const routes: Readonly<Record<AuthAction, Route>> = {
  account: { GET: showAccount, POST: changeAccount, responds: 'page' },
  callback: {
    GET: finishSignIn,
    POST: finishSignIn,
    responds: 'redirect',
    takesProvider: true,
    isConsumedByGet: true,
    postedBy: 'method',
  },
  'change-email': { GET: changeEmail, POST: changeEmail, responds: 'page', isConsumedByGet: true },
  'choose-account': { GET: askForAccount, POST: applyChoice, responds: 'page' },
  'confirm-browser': { GET: confirmBrowser, POST: confirmBrowser, responds: 'page' },
  csrf: { GET: csrf, responds: 'json' },
  error: { GET: errorPage, responds: 'page' },
  'initiate-login': {
    GET: initiateLogin,
    POST: relayInitiation,
    responds: 'page',
    takesProvider: true,
    isConsumedByGet: true,
    postedBy: 'provider',
  },
  'keep-account': { GET: askToKeep, POST: keepOrLeave, responds: 'page' },
  passkey: { GET: showAddPasskey, POST: keepPasskey, responds: 'page' },
  providers: { GET: listProviders, responds: 'json' },
  session: { GET: readSession, POST: updateSession, responds: 'json' },
  signin: { GET: signInPage, POST: startSignIn, responds: 'page', takesProvider: true },
  signout: { GET: signOutPage, POST: signOut, responds: 'page' },
  'undo-email': { GET: undoEmail, POST: undoEmail, responds: 'page' },
  'verify-request': { GET: verifyRequest, responds: 'page' },
  'webauthn-options': { GET: passkeyOptions, responds: 'json', takesProvider: true },
}

export const routeOf = (action: AuthAction): Route => routes[action]
