import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { publicFetch } from '../src/index.ts'

let close: (() => Promise<unknown>) | undefined
afterEach(() => close?.())

/** A server that responds to every request with these bytes. */
const respondWith = async (bytes: string): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.from(bytes, 'latin1')))
  })
  close = () => new Promise((resolve) => server.close(resolve))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const END = '\r\nContent-Length: 0\r\n\r\n'
/** A response whose body is shorter than its length. */
const TRUNCATED = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'

// An uncaught error fails the test run, as it would terminate the process of an application.
test.each([
  `HTTP/1.1 999 Odd${END}`,
  `HTTP/1.1 600 Odd${END}`,
  `HTTP/1.1 000 Odd${END}`,
  `HTTP/1.1 199 Odd${END}`,
  `HTTP/1.1 101 Switching Protocols${END}`,
  `HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: odd${END}`,
  `HTTP/1.1 2000 Odd${END}`,
  `HTTP/1.1 200 OK\r\nOdd: a\x01b${END}`,
  `HTTP/1.1 200 OK\r\n: nameless${END}`,
  'not HTTP',
  '',
])('rejects for an invalid response: %j', async (bytes) => {
  const address = await respondWith(bytes)
  await expect(publicFetch({ allow: ['127.0.0.0/8'] })(address)).rejects.toBeInstanceOf(Error)
})

test.each([
  `HTTP/1.1 200 OK\r\nOdd: \xff\x80${END}`,
  `HTTP/1.1 599 Odd${END}`,
  `HTTP/1.1 204 Empty\r\n\r\n`,
  TRUNCATED.replace('200', '205'),
])('accepts an unusual response: %j', async (bytes) => {
  const address = await respondWith(bytes)
  await expect(publicFetch({ allow: ['127.0.0.0/8'] })(address)).resolves.toBeInstanceOf(Response)
})

test('rejects only the read of a body that ends too soon', async () => {
  const address = await respondWith(TRUNCATED)
  const fetchPublic = publicFetch({ allow: ['127.0.0.0/8'] })
  await expect((await fetchPublic(address)).text()).rejects.toBeInstanceOf(Error)
  await expect(fetchPublic(address)).resolves.toBeInstanceOf(Response)
})
