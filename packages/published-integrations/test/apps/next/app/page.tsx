import { AuthError } from 'next-auth'
import { redirect } from 'next/navigation'
import { auth, signIn, signOut, unstable_update } from '../auth.ts'

const signInWithPassword = async (data: FormData) => {
  'use server'
  try {
    await signIn('credentials', data)
  } catch (error) {
    if (error instanceof AuthError) redirect(`/?refused=${error.type}`)
    throw error
  }
}

const signInWithGoogle = async () => {
  'use server'
  await signIn('google', { redirectTo: '/members' })
}

const update = async () => {
  'use server'
  await unstable_update({ nickname: 'Nan' })
  // The rest of this request has the old cookie.
  redirect('/')
}

const leave = async () => {
  'use server'
  await signOut({ redirectTo: '/' })
}

export default async function Page({ searchParams }: { readonly searchParams: Promise<{ refused?: string }> }) {
  const session = await auth()
  const { refused } = await searchParams
  return (
    <main>
      <h1>{session?.user?.name ?? 'signed out'}</h1>
      <pre>{JSON.stringify(session)}</pre>
      <p role="alert">{refused}</p>
      <form action={signInWithPassword}>
        <input name="username" aria-label="User name" />
        <input name="password" aria-label="Password" />
        <input type="hidden" name="redirectTo" value="/members" />
        <button>Sign in with a password</button>
      </form>
      <form action={signInWithGoogle}>
        <button>Sign in with Google</button>
      </form>
      <form action={update}>
        <button>Set the nickname</button>
      </form>
      <form action={leave}>
        <button>Sign out</button>
      </form>
    </main>
  )
}
