import type { RouteHandler } from '../../config/engine-types.ts'
import { isRecentlyAuthenticated } from '../../attempts/reauthentication.ts'
import { defined } from '../../base/json.ts'
import { authError } from '../../errors/error-classes.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { formToken } from '../../forms/page-data.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import { requireReauthentication, requireSignIn } from '../../sign-in/require-sign-in.ts'
import { show } from '../../web/handler-response.ts'
import { findPasskeyProvider } from './passkey-request.ts'

/** `GET /passkey`: the page where a user who has just authenticated adds a passkey. */
export const showAddPasskey: RouteHandler = async (request, context) => {
  const provider = findPasskeyProvider(context)
  if (provider === undefined) throw authError('InvalidProvider', 'No passkey provider is configured')
  const currentUser = await findCurrentUser(context, request.cookies)
  const page = `${request.base}/passkey${request.url.search}`
  if (currentUser === null) return requireSignIn(request, context, page)
  if (!(await isRecentlyAuthenticated(context, request.cookies, currentUser.userId)))
    return requireReauthentication(request, context, page)
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
