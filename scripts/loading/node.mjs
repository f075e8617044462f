// A server of `node:http` whose handler reads the session.
import { createServer } from 'node:http'
import { NodeAuth } from '@authwright/node'
import { config } from './config.mjs'
import { cookie, expectAda } from './uses.mjs'

const auth = NodeAuth(config)
const server = createServer((request, response) => {
  void auth(request, response, async () => {
    const session = await auth.auth(request, response)
    response.end(JSON.stringify(session?.user))
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const response = await fetch(`http://127.0.0.1:${server.address().port}/`, { headers: { cookie } })
expectAda(await response.json())
server.closeAllConnections()
server.close()
