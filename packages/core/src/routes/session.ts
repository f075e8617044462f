import type { RouteHandler } from '../config/engine-types.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import { json } from '../web/handler-response.ts'

/** `GET /session` */
export const readSession: RouteHandler = async (request, context) => {
  const { session, cookies } = await sessionsOf(context).read(context, request.cookies)
  return json(session, cookies)
}

/** `POST /session`: the client sends `data`; the owner's callbacks decide what becomes of it. */
export const updateSession: RouteHandler = async (request, context) => {
  const { session, cookies } = await sessionsOf(context).read(context, request.cookies, {
    data: request.fields['data'],
  })
  return json(session, cookies)
}
