import { Link } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/home'

export const loader = async (args: Route.LoaderArgs) => ({ session: await auth(args) })

const Home = ({ loaderData: { session } }: Route.ComponentProps) =>
  session === null ? (
    <a href="/auth/signin">Sign in</a>
  ) : (
    <form method="post" action="/auth/signout">
      <Link to="/account">{session.user?.name}</Link> <button>Sign out</button>
    </form>
  )

export default Home
