import { connect } from 'node:net'
import { once } from 'node:events'
import { neonConfig, Pool } from '@neondatabase/serverless'
import { type WebSocket, WebSocketServer } from 'ws'
import { portOf } from './port.ts'

/** Forwards the bytes of a WebSocket to PostgreSQL: Neon's client uses the protocol of PostgreSQL over a WebSocket. */
const forward = (socket: WebSocket, port: number): void => {
  const database = connect(port, '127.0.0.1')
  socket.on('message', (data: Buffer) => void database.write(data))
  socket.on('close', () => database.destroy())
  database.on('data', (data) => socket.send(data))
  database.on('close', () => socket.close())
  database.on('error', () => socket.terminate())
}

/** Opens a pool of Neon's client for a local PostgreSQL, without TLS. */
export const openNeonPool = async (
  url: string,
): Promise<{ readonly pool: Pool; readonly close: () => Promise<void> }> => {
  const proxy = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(proxy, 'listening')
  proxy.on('connection', (socket) => forward(socket, Number(new URL(url).port)))
  Object.assign(neonConfig, {
    wsProxy: () => `127.0.0.1:${portOf(proxy.address())}`,
    useSecureWebSocket: false,
    pipelineTLS: false,
    pipelineConnect: false,
  })
  const pool = new Pool({ connectionString: url, max: 5 })
  // The loss of an idle connection is not an error.
  pool.on('error', () => undefined)
  return {
    pool,
    close: async () => {
      await pool.end()
      for (const socket of proxy.clients) socket.terminate()
      proxy.close()
    },
  }
}
