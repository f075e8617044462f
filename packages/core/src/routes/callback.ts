import type { RouteHandler } from '../config/engine-types.ts'
import { authError } from '../errors/error-classes.ts'

/** `GET` or `POST /callback/<provider>` */
export const finishSignIn: RouteHandler = async (request, context) => {
  const { provider } = request
  if (provider === undefined) throw authError('InvalidProvider', 'The URL names no provider')
  return (await provider.method.load()).callback(request, context, provider)
}
