import { component$ } from '@builder.io/qwik'
import { Form, Link } from '@builder.io/qwik-city'
import { useSession, useSignIn, useSignOut } from './plugin@auth'

export default component$(() => {
  const session = useSession()
  const signIn = useSignIn()
  const signOut = useSignOut()
  return (
    <>
      <p>{session.value === null ? 'Signed out' : `Signed in as ${session.value.user?.name}`}</p>
      {session.value === null ? (
        <Form action={signIn}>
          <button>Sign in</button>
        </Form>
      ) : (
        <Form action={signOut}>
          <button>Sign out</button>
        </Form>
      )}
      <Link href="/account" prefetch="js">
        Account
      </Link>
    </>
  )
})
