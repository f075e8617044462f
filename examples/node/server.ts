import { createServer } from 'node:http'
import { NodeAuth } from '@authwright/node'
import { authConfig } from './auth.config.ts'

const auth = NodeAuth(authConfig)

const server = createServer((request, response) => {
  void auth(request, response, async () => {
    if (request.url?.split('?')[0] === '/account') {
      const session = await auth.requireUser(request, response)
      if (session) response.end('Only for signed-in users')
      return
    }
    const session = await auth.auth(request, response)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ user: session?.user ?? null }))
  })
})

const port = process.env.PORT ?? 3000
server.listen(port, () => console.log(`http://localhost:${port}`))
