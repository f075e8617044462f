import { auth } from '../auth.server'
import type { Route } from './+types/throws'

export const loader = async (args: Route.LoaderArgs) => {
  await auth.auth(args)
  throw new Error('the application failed')
}

const Throws = () => <p>Not reached</p>

export default Throws
