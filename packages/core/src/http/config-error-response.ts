import type { AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { Runtime } from '../runtime/types.ts'
import type { LoggerInstance, PagesOptions } from '../types/config-options.ts'
import { json, redirectTo, show } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { logError } from './error-response.ts'
import { isOwnRoute, leadsBack } from './redirect-loop.ts'

const TROUBLE = 'There was a problem with the server configuration. Check the server logs for more information.'

/** What of a request is known when its config cannot be worked out. */
export interface BareRequest {
  readonly url: URL
  readonly isPage: boolean
  readonly basePath: string
}

/** What a client is told when the configuration is wrong. No cookie is set. */
export const configErrorResponse = (
  { url, isPage, basePath }: BareRequest,
  pages: Partial<PagesOptions> | undefined,
  logger: LoggerInstance,
  runtime: Runtime,
  error: AuthError,
): HandlerResponse => {
  const reference = logError(logger, error, runtime)
  if (!isPage) return json({ error: 'Configuration', message: TROUBLE, reference }, [], 500)
  const page = pages?.error
  if (typeof page === 'string' && URL.canParse(page, url.origin)) {
    if (!leadsBack(page, url) && !isOwnRoute(page, url, basePath)) {
      return redirectTo(pageTarget(page, url.origin, { error: 'Configuration', reference }))
    }
    logger.error(authError('ErrorPageLoop', 'pages.error asks for a sign-in itself'))
  }
  // Paths, since the host may be the very thing that is not trusted.
  const props = { error: 'Configuration', reference, signinUrl: `${basePath}/signin`, home: '/' }
  return show({ page: 'error', props }, [], 500)
}
