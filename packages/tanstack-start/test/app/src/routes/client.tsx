import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { getName, signIn, signOut } from '../functions'

const Client = () => {
  const router = useRouter()
  const [refused, setRefused] = useState('')
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])

  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRefused(await signIn({ data: new FormData(event.currentTarget) }))
    await router.invalidate()
  }

  const leave = async () => {
    await signOut()
    await router.invalidate()
  }

  return (
    <main data-ready={isReady || undefined}>
      <p id="user">{Route.useLoaderData()}</p>
      <p id="refused">{refused}</p>
      <form onSubmit={enter}>
        <input name="username" />
        <input name="password" type="password" />
        <button>Sign in</button>
      </form>
      <button id="sign-out" onClick={leave}>
        Sign out
      </button>
    </main>
  )
}

export const Route = createFileRoute('/client')({ loader: () => getName(), component: Client })
