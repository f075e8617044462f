import { auth } from '../auth.server'
import type { Route } from './+types/auth'

// A route below the base path that is not one of the library is missing like every other.
const missing = () => new Response('Nothing here', { status: 404 })

export const loader = (args: Route.LoaderArgs) => auth.loader(args).catch(missing)

export const action = (args: Route.ActionArgs) => auth.action(args).catch(missing)
