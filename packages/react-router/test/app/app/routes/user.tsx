import { auth } from '../auth.server'
import type { Route } from './+types/user'

export const loader = async (args: Route.LoaderArgs) => ({ name: (await auth.auth(args))?.user?.name ?? 'signed out' })

const User = ({ loaderData }: Route.ComponentProps) => <p id="user">{loaderData.name}</p>

export default User
