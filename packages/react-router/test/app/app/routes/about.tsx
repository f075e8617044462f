import { auth } from '../auth.server'
import type { Route } from './+types/about'

export const loader = async (args: Route.LoaderArgs) => ({ name: (await auth.auth(args))?.user?.name ?? 'signed out' })

const About = ({ loaderData }: Route.ComponentProps) => <p>About, {loaderData.name}</p>

export default About
