import { auth } from '../auth.server'
import type { Route } from './+types/home'

export const loader = async (args: Route.LoaderArgs) => ({ session: JSON.stringify(await auth.auth(args)) })

const Home = ({ loaderData }: Route.ComponentProps) => <pre id="session">{loaderData.session}</pre>

export default Home
