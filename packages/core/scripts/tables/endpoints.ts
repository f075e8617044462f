// The table of docs/reference/endpoints.md: the routes and their methods. What a route does is written here.
import { routeOf } from '../../src/routes/routes.ts'
import type { AuthAction } from '../../src/types/http.ts'
import { code, table } from '../markdown.ts'

const methods = ['GET', 'POST'] as const

/** What each method of a URL does. */
type UrlTexts = { readonly [Method in (typeof methods)[number]]?: string }

interface RouteTexts extends UrlTexts {
  /** The same for the URL that ends with the id of a provider. */
  readonly withProvider?: UrlTexts
}

/** In the order of the page. */
const texts: Readonly<Record<AuthAction, RouteTexts>> = {
  signin: {
    GET: 'the sign-in page; with `mode=signup` the one for [new users](../guides/pages.md#new-users)',
    withProvider: { GET: 'the sign-in page with that provider', POST: 'starts a sign-in' },
  },
  callback: {
    withProvider: {
      GET: "a provider's response, an e-mail link",
      POST: "credentials, the button of an e-mail link, an e-mail code, a provider's form post",
    },
  },
  'initiate-login': {
    withProvider: {
      GET: 'a [provider-initiated sign-in](../guides/oauth.md#provider-initiated-sign-in), if the entry allows it',
      POST: 'the same',
    },
  },
  signout: { GET: 'asks for confirmation', POST: 'ends the session' },
  session: { GET: 'the session, or `null`', POST: "passes `data` to the callbacks with `trigger: 'update'`" },
  account: {
    GET: 'the account page; passkeys as JSON for scripts',
    POST: 'removes a sign-in method, renames a passkey, requests a new e-mail address',
  },
  'choose-account': {
    GET: 'asks a signed-in user who returned with [another account](../guides/linking.md#sign-in-while-signed-in)',
    POST: 'does what the user chose',
  },
  'keep-account': {
    GET: 'asks a user who signs in before the [deletion](../guides/account-page.md#delete-an-account-later) of the account',
    POST: 'keeps the account and finishes the sign-in, or gives it up',
  },
  'change-email': { GET: 'the link to verify a new e-mail address', POST: 'changes the address' },
  'confirm-browser': {
    GET: 'the link of an e-mail that only confirms the browser',
    POST: 'confirms the browser',
  },
  'undo-email': {
    GET: 'the link that [undoes a change](email.md#undo-a-change) of the address',
    POST: 'restores the address',
  },
  passkey: {
    GET: 'the page to add a passkey, or to keep the one of a sign-up',
    POST: 'keeps the passkey of a sign-up, or not',
  },
  'webauthn-options': { withProvider: { GET: 'the options of a passkey ceremony, as JSON' } },
  csrf: { GET: 'the `csrfToken` for the forms of custom pages, as JSON' },
  providers: { GET: 'the providers for custom pages, as JSON' },
  error: { GET: 'the page that shows an error' },
  'verify-request': { GET: 'the page after an e-mail was sent; with a field if the e-mail has a code' },
}

/** Throws if the texts describe a method that the route does not have, or leave one out. */
const checkRoute = (action: AuthAction, { withProvider, ...own }: RouteTexts): void => {
  const { takesProvider = false, ...route } = routeOf(action)
  for (const method of methods) {
    const isDescribed = own[method] !== undefined || withProvider?.[method] !== undefined
    if (isDescribed === (route[method] !== undefined)) continue
    throw new Error(`tables/endpoints.ts ${isDescribed ? 'describes' : 'does not describe'} ${method} /${action}`)
  }
  if (takesProvider !== (withProvider !== undefined))
    throw new Error(`/${action} ${takesProvider ? 'takes a' : 'takes no'} provider`)
}

const row = (url: string, does: UrlTexts | undefined): readonly (readonly string[])[] =>
  methods.some((method) => does?.[method] !== undefined)
    ? [[code(url), ...methods.map((method) => does?.[method] ?? '–')]]
    : []

export const endpointTable = (): string => {
  const rows = (Object.entries(texts) as [AuthAction, RouteTexts][]).flatMap(([action, route]) => {
    checkRoute(action, route)
    return [...row(`/${action}`, route), ...row(`/${action}/<provider>`, route.withProvider)]
  })
  return table(['route', ...methods], rows)
}
