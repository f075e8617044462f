import { staffAuth } from '../auth.server'
import type { Route } from './+types/staff'

export const loader = (args: Route.LoaderArgs) => staffAuth.loader(args)

export const action = (args: Route.ActionArgs) => staffAuth.action(args)
