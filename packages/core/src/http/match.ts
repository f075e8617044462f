import type { RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { routeOf, type Route } from '../routes/routes.ts'
import { isAuthAction } from '../types/http.ts'

/** The action and the provider id that a path names. Extra slashes are ignored, because clients send them. */
export const matchPath = (pathname: string, basePath: string) => {
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const segments = pathname.slice(basePath.length).split('/')
  const [action, provider, more] = segments.filter((segment) => segment !== '')
  if (action === undefined || more !== undefined || !isAuthAction(action)) return undefined
  if (provider === undefined) return { action, providerId: undefined }
  if (routeOf(action).takesProvider !== true) return undefined
  // A client without a provider writes "undefined" into the URL.
  return { action, providerId: provider === 'undefined' ? undefined : provider }
}

export interface Match extends Pick<RequestInternal, 'action' | 'provider'> {
  readonly route: Route
}

/** The route and the provider of a path, or `undefined` if there is no such route or no such provider. */
export const match = (pathname: string, config: ResolvedConfig): Match | undefined => {
  const path = matchPath(pathname, config.basePath)
  if (path === undefined) return undefined
  const { action, providerId } = path
  const provider = providerId === undefined ? undefined : config.providers.find(providerId)
  return providerId !== undefined && provider === undefined ? undefined : { action, route: routeOf(action), provider }
}
