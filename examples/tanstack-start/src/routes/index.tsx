import { createFileRoute, Link } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { auth } from '../auth.server'

const getName = createServerFn().handler(async () => (await auth())?.user?.name ?? null)

const Home = () => {
  const name = Route.useLoaderData()
  return (
    <>
      <p>{name === null ? 'Signed out' : `Signed in as ${name}`}</p>
      {name === null ? (
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
}

export const Route = createFileRoute('/')({ loader: () => getName(), component: Home })
