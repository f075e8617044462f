import type { AuthContext, RequestInternal, RouteHandler } from '../config/engine-types.ts'
import { json } from '../web/handler-response.ts'
import { authError } from '../errors/error-classes.ts'
import { formToken } from '../forms/page-data.ts'

/** `GET /csrf` */
export const csrf: RouteHandler = async (request, context) => {
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  if (csrfToken === undefined) throw authError('UnknownAction', 'The CSRF check is disabled, so there is no token')
  return json({ csrfToken }, cookies)
}

/** The providers by id, in the order of the config, with the members that clients may see. */
export const publicProviders = ({ base }: RequestInternal, { config }: AuthContext) =>
  Object.fromEntries(
    config.providers.all.map(({ id, name, type }) => [
      id,
      { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
    ]),
  )

/** `GET /providers` */
export const listProviders: RouteHandler = async (request, context) => json(publicProviders(request, context))
