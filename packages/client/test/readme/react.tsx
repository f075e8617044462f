import { SessionProvider, signIn, signOut, useSession, type Session } from '@authwright/client/react'

const User = () => {
  const { data, status } = useSession()
  if (status === 'loading') return <p>Loading</p>
  if (data === null) return <button onClick={() => void signIn()}>Sign in</button>
  return (
    <p>
      {data.user?.name} <button onClick={() => void signOut({ redirect: false })}>Sign out</button>
    </p>
  )
}

export const App = ({ session }: { session?: Session | null | undefined }) => (
  <SessionProvider session={session}>
    <User />
  </SessionProvider>
)
