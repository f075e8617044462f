import { requireUser } from '../../auth'

export default async function Members() {
  await requireUser()
  return <h1>Members only</h1>
}
