import { Link } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/home'

export const loader = async (args: Route.LoaderArgs) => ({ session: await auth(args) })

const Home = ({ loaderData: { session } }: Route.ComponentProps) => (
  <>
    <p>{session === null ? 'Signed out' : `Signed in as ${session.user?.name}`}</p>
    {session === null ? (
      <a href="/auth/signin?callbackUrl=/">Sign in</a>
    ) : (
      <form method="post" action="/auth/signout">
        <button>Sign out</button>
      </form>
    )}
    <p>
      <Link to="/account">Account</Link>
    </p>
  </>
)

export default Home
