import { isAdmin, protectedReply, responseOf } from '@authwright/testing/frameworks/application'
import { auth, requireUser } from '../../../auth'

export const GET = auth(async () => {
  await requireUser(isAdmin)
  return responseOf(protectedReply)
})
