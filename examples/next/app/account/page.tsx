import { requireUser } from '../../auth'

// For Cache Components: the page waits for the session. Leave it out if next.config.ts does not have `cacheComponents: true`.
export const instant = false

export default async function Account() {
  const { user } = await requireUser()
  return <h1>Account of {user.name}</h1>
}
