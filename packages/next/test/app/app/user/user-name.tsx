'use client'

import { useSession } from '@authwright/next/react'

export const UserName = () => {
  const { data } = useSession()
  return <p id="user">{data?.user?.name ?? 'signed out'}</p>
}
