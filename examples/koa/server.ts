import { KoaAuth } from '@authwright/node/koa'
import Koa from 'koa'
import { authConfig } from './auth.config.ts'

const auth = KoaAuth(authConfig)

const app = new Koa()
app.use(auth)
app.use(async (context) => {
  if (context.path === '/account') {
    if (await auth.requireUser(context)) context.body = 'Only for signed-in users'
    return
  }
  const session = await auth.auth(context)
  context.body = { user: session?.user ?? null }
})

const port = Number(process.env.PORT ?? 3000)
app.listen(port, () => console.log(`http://localhost:${port}`))
