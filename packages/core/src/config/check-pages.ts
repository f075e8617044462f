import { InvalidConfig } from '../errors/error-classes.ts'
import type { PagesOptions } from '../types/config-options.ts'
import type { AuthAction } from '../types/http.ts'
import type { ReadOptions } from './options.ts'

/** The pages of the config that may be a route of the library: the built-in page itself, or one that serves the purpose too. */
const ALLOWED: Readonly<Record<AuthAction, readonly (keyof PagesOptions)[]>> = {
  account: ['newUser'],
  callback: [],
  'change-email': [],
  'choose-account': [],
  'confirm-browser': [],
  csrf: [],
  error: ['error'],
  'initiate-login': [],
  passkey: ['newUser'],
  providers: [],
  session: [],
  // The sign-in page shows errors too.
  signin: ['signIn', 'error'],
  signout: ['signOut'],
  'undo-email': [],
  'verify-request': ['verifyRequest'],
  'webauthn-options': [],
}

const isRoute = (segment: string): segment is AuthAction => Object.hasOwn(ALLOWED, segment)

/** The route of the library that a page of the config names, or `undefined` if the page belongs to the application. */
const findRoute = (page: string, { basePath, origin = 'http://localhost' }: ReadOptions): AuthAction | undefined => {
  const url = new URL(page, origin)
  if (url.origin !== origin || !url.pathname.startsWith(`${basePath}/`)) return undefined
  const [segment = ''] = url.pathname
    .slice(basePath.length)
    .split('/')
    .filter((part) => part !== '')
  return isRoute(segment) ? segment : undefined
}

/**
 * Check that no page of the config is a built-in route with another purpose: with `signIn: '/auth/signout'` no user could sign
 * in, and two crossed pages would redirect to each other.
 */
export const checkPages = (read: ReadOptions): void => {
  for (const [name, page] of Object.entries(read.pages)) {
    const route = page === undefined ? undefined : findRoute(page, read)
    if (route === undefined || ALLOWED[route].some((allowed) => allowed === name)) continue
    const option = `pages.${name}`
    throw new InvalidConfig(
      `${option}: "${page}" is the route "${route}" of this library; name a page of the application, or remove the line`,
      { option },
    )
  }
}
