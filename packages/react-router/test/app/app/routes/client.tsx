import { SessionProvider, signIn, signOut, useSession } from '@authwright/react-router/client'
import { useEffect, useState, type FormEvent } from 'react'
import { auth } from '../auth.server'
import type { Route } from './+types/client'

export const loader = async (args: Route.LoaderArgs) => ({ session: await auth.auth(args) })

const User = () => {
  const { data, update } = useSession()
  const [refused, setRefused] = useState('')
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])

  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    const { error } = await signIn('password', { ...fields, redirect: false })
    setRefused(error ?? '')
  }

  return (
    <main data-ready={isReady || undefined}>
      <p id="user">{data?.user?.name ?? 'signed out'}</p>
      <p id="refused">{refused}</p>
      <form onSubmit={enter}>
        <input name="username" />
        <input name="password" type="password" />
        <button>Sign in</button>
      </form>
      <button id="rename" onClick={() => void update({ name: 'Ada King' })}>
        Rename
      </button>
      <button id="sign-out" onClick={() => void signOut({ redirect: false })}>
        Sign out
      </button>
    </main>
  )
}

const Client = ({ loaderData }: Route.ComponentProps) => (
  <SessionProvider session={loaderData.session}>
    <User />
  </SessionProvider>
)

export default Client
