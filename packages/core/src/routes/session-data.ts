import type { RouteHandler } from '../config/engine-types.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import { json } from '../web/handler-response.ts'

/** `GET /session` */
export const readSession: RouteHandler = async (request, context) => {
  const { session, cookies } = await sessionsOf(context).read(context, request.cookies)
  return json(session, cookies)
}

/** `POST /session`: passes the client's `data` to the callbacks of the application, which decide what to do with it. */
export const updateSession: RouteHandler = async (request, context) => {
  const update = { data: request.fields['data'] }
  const { session, cookies } = await sessionsOf(context).read(context, request.cookies, update)
  return json(session, cookies)
}
