import { auth } from '../auth.server'
import type { Route } from './+types/fetched'

/** A response of `fetch`, whose headers cannot be changed. */
export const loader = async (args: Route.LoaderArgs) => {
  await auth.auth(args)
  return fetch(new URL('/own-cookie', args.request.url))
}
