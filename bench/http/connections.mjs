// A client that costs little, so that the server is what limits a measurement: requests as bytes over open connections.
import { connect } from 'node:net'

/** The length of the response that a text starts with; 0 if it is not complete. @param {Buffer} received */
const lengthOf = (received) => {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(received.latin1Slice(0, end))?.[1]
  if (length === undefined) throw new Error('The response has no Content-Length')
  const total = end + 4 + Number(length)
  return received.length < total ? 0 : total
}

/**
 * Connections to a server, which stay open. The result sends one request and returns the response.
 * @param {number} port
 * @param {number} count
 * @param {string} text the request
 */
export const openConnections = async (port, count, text) => {
  const request = Buffer.from(text)
  /** @type {import('node:net').Socket[]} */
  const all = []
  /** @type {{ send: () => Promise<string> }[]} */
  const free = []
  for (let i = 0; i < count; i += 1) {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await new Promise((resolve, reject) => void socket.once('connect', resolve).once('error', reject))
    let received = Buffer.alloc(0)
    /** @type {(response: string) => void} */
    let finish = () => {}
    /** @type {(error: Error) => void} */
    let fail = () => {}
    socket.on('data', (part) => {
      received = received.length === 0 ? part : Buffer.concat([received, part])
      if (lengthOf(received) === 0) return
      const response = received.latin1Slice()
      received = Buffer.alloc(0)
      finish(response)
    })
    socket.on('close', () => fail(new Error('The server closed a connection')))
    const send = () =>
      new Promise((resolve, reject) => {
        finish = resolve
        fail = reject
        socket.write(request)
      })
    all.push(socket)
    free.push({ send })
  }
  return {
    send: async () => {
      const connection = free.pop()
      if (connection === undefined) throw new Error('More requests than connections')
      const response = await connection.send()
      free.push(connection)
      return response
    },
    close: () => {
      for (const socket of all) socket.removeAllListeners('close').destroy()
    },
  }
}
