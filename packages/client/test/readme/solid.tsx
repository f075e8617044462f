import { signIn, signOut, type Session } from '@authwright/client'
import { SessionProvider, useSession } from '@authwright/client/solid'
import { Match, Switch } from 'solid-js'

const User = () => {
  const { data, status } = useSession()
  return (
    <Switch fallback={<p>Loading</p>}>
      <Match when={status() === 'unauthenticated'}>
        <button onClick={() => void signIn()}>Sign in</button>
      </Match>
      <Match when={data()}>
        <p>
          {data()?.user?.name} <button onClick={() => void signOut({ redirect: false })}>Sign out</button>
        </p>
      </Match>
    </Switch>
  )
}

export const App = (props: { session?: Session | null | undefined }) => (
  <SessionProvider session={props.session}>
    <User />
  </SessionProvider>
)
