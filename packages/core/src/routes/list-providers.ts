import type { ConfiguredProvider, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import type { AppProvider } from '../types/providers.ts'
import { json } from '../web/handler-response.ts'

/** The providers by id, in the order of the config, with the members that clients may see. */
export const publicProviders = (
  { base }: Pick<RequestInternal, 'base'>,
  providers: readonly ConfiguredProvider[],
): Readonly<Record<string, AppProvider>> =>
  Object.fromEntries(
    providers.map(({ id, name, type }) => [
      id,
      { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
    ]),
  )

/** `GET /providers` */
export const listProviders: RouteHandler = async (request, context) =>
  json(publicProviders(request, context.config.providers.all))
