import { getServerSession } from 'next-auth'
import { redirect } from 'next/navigation'
import { authOptions } from '../../lib/auth-options'

export default async function Member() {
  const session = await getServerSession(authOptions)
  if (!session?.user) redirect('/api/auth/signin?callbackUrl=/member')
  return (
    <h1>
      Member {session.user.name}, {session.user.role}
    </h1>
  )
}
