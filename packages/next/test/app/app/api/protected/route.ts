import { isAdmin, protectedReply } from '@authwright/testing/frameworks/application'
import { auth, requireUser } from '../../../auth'
import { responseOf } from '../../../endpoint'

export const GET = auth(async () => {
  await requireUser(isAdmin)
  return responseOf(protectedReply)
})
