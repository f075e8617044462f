import { auth } from '../auth.server'
import type { Route } from './+types/protected'

export const loader = async (args: Route.LoaderArgs) => {
  const { user } = await auth.requireUser(args)
  return { title: 'Members only', name: user.name }
}

const Protected = ({ loaderData }: Route.ComponentProps) => <h1>{loaderData.title}</h1>

export default Protected
