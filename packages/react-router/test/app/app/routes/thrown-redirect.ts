import { redirect } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/thrown-redirect'

export const loader = async (args: Route.LoaderArgs) => {
  await auth.auth(args)
  throw redirect('/api/me')
}
