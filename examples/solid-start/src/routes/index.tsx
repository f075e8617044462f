import { A, createAsync, query } from '@solidjs/router'
import { Show } from 'solid-js'
import { auth } from '../auth'

const getName = query(async () => {
  'use server'
  return (await auth())?.user?.name ?? null
}, 'name')

const SignIn = () => (
  <p>
    Signed out.{' '}
    <a href="/api/auth/signin?callbackUrl=/" rel="external">
      Sign in
    </a>
  </p>
)

export default function Home() {
  const name = createAsync(() => getName(), { deferStream: true })
  return (
    <>
      <Show when={name()} fallback={<SignIn />}>
        <p>Signed in as {name()}</p>
        <form method="post" action="/api/auth/signout">
          <button>Sign out</button>
        </form>
      </Show>
      <A href="/account">Account</A>
    </>
  )
}
