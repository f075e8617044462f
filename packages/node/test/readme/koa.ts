import GitHub from '@authwright/core/providers/github'
import { KoaAuth } from '@authwright/node/koa'
import Koa from 'koa'

const auth = KoaAuth({ providers: [GitHub] })

const app = new Koa()
app.use(auth)
app.use(async (context) => {
  const session = await auth.auth(context)
  context.body = session?.user?.name ?? 'Signed out'
})
export const server = app.listen(Number(process.env.PORT ?? 3000))
