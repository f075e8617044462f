import { FastifyAuth } from '@authwright/node/fastify'
import Fastify from 'fastify'
import { authConfig } from './auth.config.ts'

const auth = FastifyAuth(authConfig)

const app = Fastify()
await app.register(auth.plugin)
app.get('/', async (request) => {
  const session = await request.auth()
  return { user: session?.user ?? null }
})
app.get('/account', { preHandler: auth.protect() }, () => 'Only for signed-in users')

const port = Number(process.env.PORT ?? 3000)
await app.listen({ port })
console.log(`http://localhost:${port}`)
