// An application that adds a member to its session, compiled with the packed packages.
import { ExpressAuth } from '@authwright/node/express'
import express from 'express'

declare module '@authwright/node/express' {
  interface Session {
    role: 'admin' | 'user'
  }
}

type IsAny<Type> = 0 extends 1 & Type ? true : false

const auth = ExpressAuth({
  providers: [],
  callbacks: {
    session: ({ session, user }) => ({ ...session, role: user.email === 'ada@example.org' ? 'admin' : 'user' }),
  },
})

export const app = express().use(auth)
app.get('/role', async (request, response) => {
  const session = await request.auth()
  const role: 'admin' | 'user' | undefined = session?.role
  const isAny: IsAny<typeof role> = false
  response.json({ role, isAny })
})
app.get(
  '/admin',
  auth.protect(({ role }) => role === 'admin'),
  async (request, response) => {
    const session = await auth.requireUser(request, response)
    const name: string | null | undefined = session?.user.name
    response.send(name)
  },
)
