import { sessionsOf } from '../sessions/strategy.ts'
import { json } from '../web/answer.ts'
import type { Flow } from './flow.ts'

/** `GET /session` */
export const readSession: Flow = async (request, site) => {
  const { session, cookies } = await sessionsOf(site).read(site, request.cookies)
  return json(session, cookies)
}

/** `POST /session`: the client sends `data`; the owner's callbacks decide what becomes of it. */
export const updateSession: Flow = async (request, site) => {
  const { session, cookies } = await sessionsOf(site).read(site, request.cookies, { data: request.fields['data'] })
  return json(session, cookies)
}
