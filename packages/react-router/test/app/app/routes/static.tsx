import { auth } from '../auth.server'
import type { Route } from './+types/static'

export const loader = async (args: Route.LoaderArgs) => ({ name: (await auth.auth(args))?.user?.name ?? 'signed out' })

const Static = ({ loaderData }: Route.ComponentProps) => <p>{loaderData.name}</p>

export default Static
