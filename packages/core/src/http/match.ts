import { isAuthAction } from '../config/action-url.ts'
import type { AuthAction } from '../types/http.ts'

/** What a path asks for. */
export interface Route {
  readonly action: AuthAction
  readonly providerId: string | undefined
}

const WITH_PROVIDER: ReadonlySet<AuthAction> = new Set(['callback', 'initiate-login', 'signin', 'webauthn-options'])

/** The part of a path below the base path, or `undefined`. The base path ends at a slash, not in the middle of a word. */
const below = (pathname: string, basePath: string): string | undefined =>
  pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length + 1) : undefined

/**
 * The route of a path, or `undefined` when it is none of ours. Slashes too many are overlooked, as clients of this
 * interface send them; apart from these, segments are compared as they are, and nothing is decoded.
 */
export const findRoute = (pathname: string, basePath: string): Route | undefined => {
  const segments =
    below(pathname, basePath)
      ?.split('/')
      .filter((segment) => segment !== '') ?? []
  const [action, provider, more] = segments
  if (action === undefined || more !== undefined || !isAuthAction(action)) return undefined
  if (provider === undefined) return { action, providerId: undefined }
  if (!WITH_PROVIDER.has(action)) return undefined
  // What a client without a provider writes into the address.
  return { action, providerId: provider === 'undefined' ? undefined : provider }
}
