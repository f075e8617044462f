import { AuthError } from '@authwright/web'
import { HonoAuth } from '@authwright/web/hono'
import { Hono } from 'hono'

const auth = HonoAuth({ providers: [] })

export const app = new Hono()
app.use(auth)
app.post('/login', async (c) => {
  const { username, password } = await c.req.parseBody()
  try {
    return c.redirect(await auth.signIn(c, 'password', { fields: { username, password }, redirectTo: '/' }))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return c.text(error.type, 403)
  }
})
app.post('/logout', async (c) => c.redirect(await auth.signOut(c)))
