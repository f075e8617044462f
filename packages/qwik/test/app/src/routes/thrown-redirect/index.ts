import type { RequestHandler } from '@builder.io/qwik-city'
import { auth } from '../plugin@auth'

export const onGet: RequestHandler = async (event) => {
  await auth(event)
  throw event.redirect(302, '/api/me')
}
