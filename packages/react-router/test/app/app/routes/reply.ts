import { applicationRoutes, type ApplicationRoute } from '@authwright/testing/frameworks'
import { auth, options } from '../auth.server'
import { responseOf } from '../reply'
import type { Route } from './+types/reply'

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

export const loader = async (args: Route.LoaderArgs) => {
  const reply = await routes[`GET ${args.url.pathname.slice(options.mount?.length)}`]?.({
    query: args.url.searchParams,
    auth: () => auth.auth(args),
    signIn: (provider, options) => auth.signIn(args, provider, options),
    signOut: () => auth.signOut(args),
  })
  return reply === undefined ? new Response(null, { status: 404 }) : responseOf(reply)
}
