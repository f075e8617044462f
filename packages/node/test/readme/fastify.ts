import GitHub from '@authwright/core/providers/github'
import { FastifyAuth } from '@authwright/node/fastify'
import Fastify from 'fastify'

const auth = FastifyAuth({ providers: [GitHub] })

const app = Fastify()
await app.register(auth.plugin)
app.get('/', async (request) => (await request.auth())?.user?.name ?? 'Signed out')
app.get('/account', { preHandler: auth.protect() }, () => 'Only for signed-in users')
await app.listen({ port: Number(process.env.PORT ?? 3000) })
export const { server } = app
