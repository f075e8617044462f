import { auth } from '../../auth-peer.js'

export default async function Page() {
  const session = await auth()
  return <p>Signed in as {session?.user?.name}</p>
}
