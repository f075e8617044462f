import { createServer } from 'node:http'
import GitHub from '@authwright/core/providers/github'
import { NodeAuth } from '@authwright/node'

const auth = NodeAuth({ providers: [GitHub] })

export const server = createServer((request, response) => {
  void auth(request, response, async () => {
    const session = await auth.auth(request, response)
    response.end(session?.user?.name ?? 'Signed out')
  })
}).listen(process.env.PORT ?? 3000)
