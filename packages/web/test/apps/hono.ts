// An application that adds a member to its session, compiled with the packed packages.
import { HonoAuth } from '@authwright/web/hono'
import { Hono } from 'hono'

declare module '@authwright/web/hono' {
  interface Session {
    role: 'admin' | 'user'
  }
}

type IsAny<Type> = 0 extends 1 & Type ? true : false

const auth = HonoAuth({
  providers: [],
  callbacks: {
    session: ({ session, user }) => ({ ...session, role: user.email === 'ada@example.org' ? 'admin' : 'user' }),
  },
})

export const app = new Hono().use(auth)
app.get('/role', async (c) => {
  const session = await c.var.auth()
  const role: 'admin' | 'user' | undefined = session?.role
  const isAny: IsAny<typeof role> = false
  return c.json({ role, isAny })
})
app.get(
  '/admin',
  auth.protect(({ role }) => role === 'admin'),
  (c) => c.text('Hello'),
)
