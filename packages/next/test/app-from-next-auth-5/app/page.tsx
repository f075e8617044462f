import { auth, signIn, signOut } from '../auth'

const enter = async (form: FormData) => {
  'use server'
  await signIn('credentials', form)
}

const leave = async () => {
  'use server'
  await signOut({ redirectTo: '/' })
}

export default async function Home() {
  const session = await auth()
  if (session)
    return (
      <form action={leave}>
        <h1>Signed in as {session.user?.name}</h1>
        <button>Sign out</button>
      </form>
    )
  return (
    <form action={enter}>
      <h1>Signed out</h1>
      <input name="username" aria-label="User name" />
      <input name="password" aria-label="Password" type="password" />
      <input name="redirectTo" type="hidden" value="/client" />
      <button>Sign in</button>
    </form>
  )
}
