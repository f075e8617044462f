'use client'

import { useSession } from 'next-auth/react'

export const UserName = () => {
  const { data: session } = useSession()
  return <h1>{session ? `Client of ${session.user?.name}` : 'Signed out'}</h1>
}
