import type { RouteHandler } from '../config/engine-types.ts'
import { authError } from '../errors/error-classes.ts'
import { formToken } from '../forms/page-data.ts'
import { json } from '../web/handler-response.ts'

/** `GET /csrf` */
export const csrf: RouteHandler = async (request, context) => {
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  if (csrfToken === undefined) throw authError('UnknownAction', 'The CSRF check is disabled, so there is no token')
  return json({ csrfToken }, cookies)
}
