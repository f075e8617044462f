import { trimEnd } from '../base/text.ts'
import { resolveLogger } from '../config/logger.ts'
import { options } from '../config/options.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import { routeOf } from '../routes/routes.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import { json, redirectTo, show } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { leadsBack, logError } from './error-response.ts'
import { matchPath } from './match.ts'

const MESSAGE = 'There was a problem with the server configuration. Check the server logs for more information.'

/** Whether a page is a route of this library. With an invalid config all of these fail. */
const isOwnRoute = (page: string, from: URL, basePath: string): boolean => {
  const target = new URL(page, from)
  return target.origin === from.origin && matchPath(target.pathname, basePath) !== undefined
}

/** The response if the config is invalid. It sets no cookie. */
export const configErrorResponse = (
  { method }: Request,
  url: URL,
  config: Partial<AuthConfig>,
  runtime: Runtime,
  error: AuthError,
): HandlerResponse => {
  const logger = resolveLogger(config, runtime)
  const reference = logError(logger, error, runtime)
  const basePath = typeof config.basePath === 'string' ? trimEnd(config.basePath, '/') : options.basePath.default
  const path = matchPath(url.pathname, basePath)
  const isPage = method === 'GET' && path !== undefined && routeOf(path.action).responds === 'page'
  if (!isPage) return json({ error: 'Configuration', message: MESSAGE, reference }, [], 500)
  const page = config.pages?.error
  if (typeof page === 'string' && URL.canParse(page, url.origin)) {
    if (!leadsBack(page, url) && !isOwnRoute(page, url, basePath)) {
      return redirectTo(pageTarget(page, url.origin, { error: 'Configuration', reference }))
    }
    logger.error(authError('ErrorPageLoop', 'pages.error requires a sign-in itself'))
  }
  // Paths, because the host of the request may be untrusted.
  const props = { error: 'Configuration', reference, signinUrl: `${basePath}/signin`, home: '/' }
  return show({ page: 'error', props }, [], 500)
}
