import type { RouteHandler } from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { authError } from '../../errors/error-classes.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { show } from '../../web/handler-response.ts'
import { requireReauthentication, requireSignIn } from '../../sign-in/require-sign-in.ts'
import { formToken } from '../../forms/csrf.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { readTarget } from '../../forms/callback-url.ts'

/** `GET /passkey`: where somebody who has just signed in adds a passkey. */
export const showAddPasskey: RouteHandler = async (request, context) => {
  const provider = context.config.providers.all.find(({ method }) => method.facts.hasPasskeys)
  if (provider === undefined) throw authError('InvalidProvider', 'No passkey provider is configured')
  const currentUser = await findCurrentUser(context, request.cookies)
  const here = `${request.base}/passkey${request.url.search}`
  if (currentUser === null) return requireSignIn(request, context, here)
  if (!(await isRecentlyAuthenticated(context, request.cookies, currentUser.userId)))
    return requireReauthentication(request, context, here)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const props = {
    providerId: provider.id,
    action: `${request.base}/callback/${provider.id}`,
    optionsUrl: `${request.base}/webauthn-options/${provider.id}`,
    callbackUrl: await readTarget(request, context),
    ...defined({ csrfToken, error: readErrorQuery(request.query).error }),
  }
  return show({ page: 'passkey', props }, cookies)
}
