import type { RequestHandler } from '@builder.io/qwik-city'
import { auth } from '../plugin@auth'

export const onGet: RequestHandler = async (event) => {
  await auth(event)
  event.send(await fetch(new URL('/own-cookie', event.url)))
}
