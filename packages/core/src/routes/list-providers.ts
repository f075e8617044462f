import type { ConfiguredProvider, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import type { AppProvider } from '../types/providers.ts'
import { json } from '../web/handler-response.ts'

/** What a client may know of a provider. */
const publicProvider = ({ id, name, type }: ConfiguredProvider, base: string): AppProvider => ({
  id,
  name,
  type,
  signinUrl: `${base}/signin/${id}`,
  callbackUrl: `${base}/callback/${id}`,
})

/** All of them, by id, in the owner's order. */
export const publicProviders = (
  { base }: Pick<RequestInternal, 'base'>,
  providers: readonly ConfiguredProvider[],
): Readonly<Record<string, AppProvider>> =>
  Object.fromEntries(providers.map((provider) => [provider.id, publicProvider(provider, base)]))

/** `GET /providers` */
export const listProviders: RouteHandler = async (request, context) =>
  json(publicProviders(request, context.config.providers.all))
