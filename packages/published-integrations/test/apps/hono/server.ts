import { customFetch } from '@auth/core'
import { CredentialsSignin } from '@auth/core/errors'
import Credentials from '@auth/core/providers/credentials'
import Google from '@auth/core/providers/google'
import Resend from '@auth/core/providers/resend'
import { authHandler, getAuthUser, initAuthConfig, verifyAuth } from '@hono/auth-js'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { makeConfig } from '../config.ts'
import { adjust } from '../adjust.ts'

const config = {
  basePath: '/auth',
  ...adjust(makeConfig({ Credentials, CredentialsSignin, Google, Resend, customFetch })),
}
const app = new Hono()
app.use(
  '*',
  initAuthConfig(() => config),
)
app.use('/auth/*', authHandler())
app.use('/members', verifyAuth())
app.get('/members', (context) => context.text('members'))
app.get('/whoami', async (context) => context.json((await getAuthUser(context))?.session ?? null))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`listening on ${port};`))
