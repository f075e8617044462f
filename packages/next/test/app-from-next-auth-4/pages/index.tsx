import { signIn, signOut, useSession } from 'next-auth/react'

export default function Home() {
  const { data: session, status } = useSession()
  if (status === 'loading') return <p>Loading</p>
  return (
    <main>
      <h1>{session ? `Signed in as ${session.user?.name}` : 'Signed out'}</h1>
      <button onClick={() => void signIn()}>Sign in</button>
      <button onClick={() => void signOut({ callbackUrl: '/' })}>Sign out</button>
    </main>
  )
}
