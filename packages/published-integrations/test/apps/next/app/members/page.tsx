import { auth } from '../../auth.ts'

export default async function Members() {
  const session = await auth()
  return <h1>members: {session?.user?.name}</h1>
}
