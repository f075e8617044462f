import { applicationRoutes, responseOf, type ApplicationRoute } from '@authwright/testing/frameworks'
import { auth, options } from '../auth.server'
import type { Route } from './+types/reply'

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

const run = async (args: Route.LoaderArgs | Route.ActionArgs): Promise<Response> => {
  const path = args.url.pathname.slice(options.mount?.length)
  const reply = await routes[`${args.request.method} ${path}`]?.({
    query: args.url.searchParams,
    auth: () => auth.auth(args),
    signIn: (provider, signInOptions) => auth.signIn(args, provider, signInOptions),
    signOut: () => auth.signOut(args),
    update: (data) => auth.update(args, data),
  })
  return reply === undefined ? new Response(null, { status: 404 }) : responseOf(reply)
}

export const loader = (args: Route.LoaderArgs) => run(args)

export const action = (args: Route.ActionArgs) => run(args)
