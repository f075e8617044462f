import GitHub from '@authwright/core/providers/github'
import { HonoAuth } from '@authwright/web/hono'
import { Hono } from 'hono'

const auth = HonoAuth({ providers: [GitHub] })

const app = new Hono()
app.use(auth)
app.get('/', async (c) => {
  const session = await c.var.auth()
  return c.text(session?.user?.name ?? 'Signed out')
})
app.get('/account', auth.protect(), (c) => c.text('Only for signed-in users'))

export const { fetch } = app
