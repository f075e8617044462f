import { isAdmin, protectedReply, responseOf } from '@authwright/testing/frameworks'
import { auth } from '../auth.server'
import type { Route } from './+types/api-protected'

export const loader = async (args: Route.LoaderArgs) => {
  await auth.requireUser(args, isAdmin)
  return responseOf(protectedReply)
}
