import { SessionProvider } from 'next-auth/react'
import { auth } from '../../auth'
import { UserName } from './user-name'

export default async function Client() {
  return (
    <SessionProvider session={await auth()}>
      <UserName />
    </SessionProvider>
  )
}
