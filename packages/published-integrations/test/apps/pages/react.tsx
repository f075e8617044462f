import * as client from 'next-auth/react'
import { signIn as signInWithPasskey } from 'next-auth/webauthn'
import { createRoot } from 'react-dom/client'

const Shown = () => {
  const { data, status, update } = client.useSession()
  return (
    <main>
      <h1>{status}</h1>
      <p>{data?.user?.name ?? data?.user?.email}</p>
      <pre>{data?.nickname}</pre>
      <button onClick={() => void update({ nickname: 'Nan' })}>Set the nickname</button>
    </main>
  )
}

// The test calls the functions of the client.
Object.assign(globalThis, { client: { ...client, signInWithPasskey } })
const root = document.body.appendChild(document.createElement('div'))
createRoot(root).render(
  <client.SessionProvider basePath="/auth">
    <Shown />
  </client.SessionProvider>,
)
