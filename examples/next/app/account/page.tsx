import { requireUser } from '../../auth'

export default async function Account() {
  const { user } = await requireUser()
  return <h1>Account of {user.name}</h1>
}
