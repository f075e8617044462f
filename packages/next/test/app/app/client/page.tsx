import { SessionProvider } from '@authwright/next/react'
import { auth } from '../../auth'
import { Client } from './client'

export default async function ClientPage() {
  return (
    <SessionProvider basePath="/auth" session={await auth()}>
      <Client />
    </SessionProvider>
  )
}
