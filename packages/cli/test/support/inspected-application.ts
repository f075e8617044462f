// An application for `authwright dev`: a server of node:http that signs in with GitHub.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createAuth, setEnvDefaults, type AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'
import { emulateInDevelopment } from '@authwright/emulator/development'

const tokens: unknown[] = []
const config: AuthConfig = {
  providers: await emulateInDevelopment([GitHub]),
  callbacks: {
    jwt: ({ token, account }) => {
      if (account) tokens.push(account.access_token)
      return token
    },
  },
}
setEnvDefaults(process.env, config)
const auth = createAuth(config)

const server = createServer((request, response) => {
  const chunks: Uint8Array[] = []
  request.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
  request.on('end', () => {
    if (request.url === '/tokens') return void response.end(JSON.stringify(tokens))
    const url = `http://${request.headers.host}${request.url}`
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}
    void auth.handle(new Request(url, { method: request.method ?? 'GET', headers, ...body })).then(async (sent) => {
      response.setHeaders(sent.headers)
      response.writeHead(sent.status)
      response.end(await sent.text())
    })
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
console.log(JSON.stringify({ application: typeof address === 'object' ? address?.port : undefined }))
