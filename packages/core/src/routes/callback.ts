import type { RouteHandler } from '../config/handler.ts'
import { InvalidProvider } from '../errors/error-classes.ts'

/** `GET` or `POST /callback/<provider>` */
export const finishSignIn: RouteHandler = async (request, context) => {
  const { provider } = request
  if (provider === undefined) throw new InvalidProvider('The URL names no provider')
  return (await provider.method.load()).callback(request, context, provider)
}
