import Keycloak from '@auth/core/providers/keycloak'
import { authHandler, initAuthConfig, verifyAuth } from '@hono/auth-js'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const entries: string[] = []
const app = new Hono()

app.use(
  '*',
  initAuthConfig(() => ({
    basePath: '/api/auth',
    secret: process.env.AUTH_SECRET,
    trustHost: true,
    providers: [Keycloak],
    callbacks: { session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }) },
  })),
)
app.use('/api/auth/*', authHandler())
app.use('/api/*', verifyAuth())

app.get('/api/entries', (c) => c.json({ entries, user: c.get('authUser').session.user }))
app.post('/api/entries', async (c) => {
  entries.push(`${c.get('authUser').session.user?.name}: ${await c.req.text()}`)
  return c.json({ entries })
})

serve({ fetch: app.fetch, port: Number(process.env.PORT) }, () => console.log('Listening'))
