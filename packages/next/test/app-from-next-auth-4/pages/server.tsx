import type { GetServerSideProps } from 'next'
import { getServerSession, type Session } from 'next-auth'
import { useSession } from 'next-auth/react'
import { authOptions } from '../lib/auth-options'

export const getServerSideProps: GetServerSideProps<{ session: Session | null }> = async ({ req, res }) => ({
  props: { session: await getServerSession(req, res, authOptions) },
})

export default function Server() {
  const { data: session } = useSession()
  return <h1>{session ? `Signed in as ${session.user?.name}` : 'Signed out'}</h1>
}
