import { SessionProvider, signIn, signOut, useSession } from '@authwright/tanstack-start/client'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { getSession } from '../functions'

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

const Client = () => (
  <SessionProvider session={JSON.parse(Route.useLoaderData())}>
    <User />
  </SessionProvider>
)

export const Route = createFileRoute('/client')({ loader: () => getSession(), component: Client })
