import { SessionProvider, signIn, signOut, useSession } from '@authwright/solid-start/client'
import { createAsync, query } from '@solidjs/router'
import { createSignal, onMount, Show } from 'solid-js'
import { auth } from '../auth'

const readSession = query(async () => {
  'use server'
  return auth.auth()
}, 'client')

const User = () => {
  const { data, update } = useSession()
  const [refused, setRefused] = createSignal('')
  const [isReady, setReady] = createSignal(false)
  onMount(() => setReady(true))

  const enter = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    const { error } = await signIn('password', { ...fields, redirect: false })
    setRefused(error ?? '')
  }

  return (
    <main data-ready={isReady() || undefined}>
      <p id="user">{data()?.user?.name ?? 'signed out'}</p>
      <p id="refused">{refused()}</p>
      <form onSubmit={enter}>
        <input name="username" />
        <input name="password" type="password" />
        <button>Sign in</button>
      </form>
      <button id="rename" onClick={() => update({ name: 'Ada King' })}>
        Rename
      </button>
      <button id="sign-out" onClick={() => signOut({ redirect: false })}>
        Sign out
      </button>
    </main>
  )
}

export default function Client() {
  const session = createAsync(() => readSession(), { deferStream: true })
  return (
    <Show when={session() !== undefined}>
      <SessionProvider session={session()} basePath="/auth">
        <User />
      </SessionProvider>
    </Show>
  )
}
