import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { NodeAuth } from '@authwright/node'

const auth = NodeAuth({ providers: [] })

const open = async (request: IncomingMessage, socket: Duplex) => {
  // The browser sends cookies also with an upgrade that another site starts, so compare the origin first.
  const isOwn = request.headers.origin === process.env.AUTH_URL
  const session = isOwn ? await auth.auth(request) : null
  if (session === null) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
}

createServer().on('upgrade', (request, socket) => {
  open(request, socket).catch(() => socket.destroy())
})
