import { auth } from '../auth.server'
import type { Route } from './+types/protected'

export const loader = async (args: Route.LoaderArgs) => {
  const { user } = await auth.requireUser(args)
  return { name: user.name }
}

const Protected = () => <h1>Members only</h1>

export default Protected
