import { component$ } from '@builder.io/qwik'
import { Form, Link } from '@builder.io/qwik-city'
import { useSession, useSignIn, useSignOut } from '../routes/plugin@auth'

export const Header = component$(() => {
  const session = useSession()
  const signIn = useSignIn()
  const signOut = useSignOut()
  return (
    <header>
      <Link href="/">Home</Link>
      {session.value?.user ? (
        <>
          <p id="user">{`${session.value.user.name}, ${session.value.user.roles.join()}`}</p>
          <button onClick$={() => signOut.submit({ redirectTo: '/' })}>Sign out</button>
          <Form action={signOut} />
        </>
      ) : (
        <>
          <button onClick$={() => signIn.submit({ redirectTo: '/' })}>Sign in</button>
          <Form action={signIn} />
        </>
      )}
    </header>
  )
})
