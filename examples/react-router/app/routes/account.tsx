import { requireUser } from '../auth.server'
import type { Route } from './+types/account'

export const loader = async (args: Route.LoaderArgs) => {
  const { user } = await requireUser(args)
  return { name: user.name }
}

const Account = ({ loaderData }: Route.ComponentProps) => <h1>Account of {loaderData.name}</h1>

export default Account
