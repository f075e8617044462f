import { isAdmin, protectedReply, responseOf } from '@authwright/testing/frameworks/application'
import type { RequestHandler } from '@builder.io/qwik-city'
import { requireUser } from '../../plugin@auth'

export const onGet: RequestHandler = async (event) => {
  await requireUser(event, isAdmin)
  event.send(responseOf(protectedReply))
}
