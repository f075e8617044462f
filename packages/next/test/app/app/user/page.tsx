import { SessionProvider } from '@authwright/next/react'
import { auth } from '../../auth'
import { UserName } from './user-name'

export default async function User() {
  return (
    <SessionProvider basePath="/auth" session={await auth()}>
      <UserName />
    </SessionProvider>
  )
}
