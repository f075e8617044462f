import type { AuthContext } from '../config/auth-context.ts'
import { authError } from '../errors/error-classes.ts'
import { errorInfo } from '../errors/error-table.ts'
import { json } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RequestInternal } from '../config/handler.ts'
import type { UserMethods } from './user-methods.ts'
import { toPagePasskey } from './page-passkey.ts'
import { passkeySignal } from './passkey-signal.ts'

/** Whether a script asks, which wants data and no page. */
export const wantsData = ({ headers }: RequestInternal): boolean => {
  const accept = headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/** Nobody is signed in. */
export const notSignedIn = (): HandlerResponse => {
  const { type, status } = errorInfo(authError('SessionRequired'))
  return json({ error: type }, [], status)
}

/** One's own passkeys as data. */
export const accountData = async (
  request: RequestInternal,
  context: AuthContext,
  ways: UserMethods,
): Promise<HandlerResponse> => {
  const signal = await passkeySignal(request, context, ways)
  return json({ passkeys: ways.passkeys.map((row) => toPagePasskey(row, ways)), ...signal })
}
