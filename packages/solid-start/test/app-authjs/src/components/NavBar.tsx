import { signIn, signOut } from '@auth/solid-start/client'
import { A, createAsync } from '@solidjs/router'
import { Show } from 'solid-js'
import { readSession } from '~/session'

const enter = () => signIn('credentials', { name: 'Ada', password: 'analytical', redirectTo: '/' })

export default function NavBar() {
  const session = createAsync(() => readSession(), { deferStream: true })
  return (
    <nav>
      <Show
        when={session()?.user}
        fallback={
          <>
            <p>You are not signed in</p>
            <button onClick={enter}>Sign in</button>
          </>
        }
      >
        {(user) => (
          <>
            <p>Signed in as {user().name}</p>
            <button onClick={() => signOut()}>Sign out</button>
          </>
        )}
      </Show>
      <A href="/protected">Protected</A>
    </nav>
  )
}
