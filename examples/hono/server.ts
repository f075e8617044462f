import { HonoAuth } from '@authwright/web/hono'
import { Hono } from 'hono'
import { authConfig } from './auth.config.ts'

const auth = HonoAuth(authConfig)

const app = new Hono()
app.use(auth)
app.get('/', async (c) => {
  const session = await c.var.auth()
  return c.json({ user: session?.user ?? null })
})
app.get('/account', auth.protect(), (c) => c.text('Only for signed-in users'))

export default app
