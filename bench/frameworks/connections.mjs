// A client that costs little, so that the server is what limits a measurement: it writes the same bytes over open connections,
// and looks for the end of a response only.
import { connect } from 'node:net'

/** Whether a response is complete. @param {Buffer} received */
const isComplete = (received) => {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(received.latin1Slice(0, end))?.[1]
  return length === undefined
    ? received.latin1Slice(Math.max(end, received.length - 5)) === '0\r\n\r\n'
    : received.length >= end + 4 + Number(length)
}

/** One connection, which sends one request at a time. @param {number} port @param {Buffer} request */
const openConnection = async (port, request) => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await new Promise((resolve, reject) => void socket.once('connect', resolve).once('error', reject))
  let received = Buffer.alloc(0)
  /** @type {PromiseWithResolvers<string>} */
  let waiting = Promise.withResolvers()
  socket.on('data', (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part])
    if (!isComplete(received)) return
    const response = received.latin1Slice()
    received = Buffer.alloc(0)
    waiting.resolve(response)
  })
  socket.on('close', () => waiting.reject(new Error('The server closed a connection')))
  return {
    send: () => {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => void socket.removeAllListeners('close').destroy(),
  }
}

/** The request of a browser. @param {string} path @param {string} cookie @param {Readonly<Record<string, string>>} [more] headers */
export const requestText = (path, cookie, more = {}) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: app.example.com',
    'Connection: keep-alive',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
    'Accept: */*',
    'Accept-Language: en-US,en;q=0.9',
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
    `Cookie: theme=dark; ${cookie}`,
    '\r\n',
  ].join('\r\n')

/**
 * Connections to a server, which stay open.
 * @param {number} port @param {number} count @param {string} text the request
 */
export const openConnections = async (port, count, text) => {
  const request = Buffer.from(text)
  const all = await Promise.all(Array.from({ length: count }, () => openConnection(port, request)))
  return {
    /** Sends requests over all connections until the time is over. Returns milliseconds per request. @param {number} ms */
    load: async (ms) => {
      let isLoading = true
      // A server whose client sleeps would pay for waking it with each write: 17 of 25 µs here, and nothing over a network.
      const stayAwake = () => void (isLoading && setImmediate(stayAwake))
      stayAwake()
      /** @type {number[]} */
      const latencies = []
      const start = performance.now()
      let failed = 0
      const work = async (/** @type {typeof all[number]} */ { send }) => {
        for (let now = start; now - start < ms;) {
          const response = await send()
          const after = performance.now()
          if (!response.startsWith('HTTP/1.1 200')) failed += 1
          latencies.push(after - now)
          now = after
        }
      }
      await Promise.all(all.map(work))
      isLoading = false
      return { latencies, failed, ms: performance.now() - start }
    },
    /** Sends one request and returns the response. */
    send: () => all[0]?.send() ?? Promise.resolve(''),
    close: () => {
      for (const { close } of all) close()
    },
  }
}
