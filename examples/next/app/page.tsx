import Link from 'next/link'
import { auth, signIn, signOut } from '../auth'

// For Cache Components: the page waits for the session. Leave it out if next.config.ts does not have `cacheComponents: true`.
export const instant = false

const enter = async () => {
  'use server'
  await signIn()
}

const leave = async () => {
  'use server'
  await signOut({ redirectTo: '/' })
}

export default async function Home() {
  const session = await auth()
  return (
    <main>
      <p>{session ? `Signed in as ${session.user?.name}` : 'Signed out'}</p>
      <Link href="/account">Account</Link>
      <form action={session ? leave : enter}>
        <button>{session ? 'Sign out' : 'Sign in'}</button>
      </form>
    </main>
  )
}
