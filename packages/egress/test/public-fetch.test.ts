import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as tls from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import certificates from '@authwright/test-kit/certificates.json' with { type: 'json' }
import { EgressRefused, publicFetch } from '../src/index.ts'

const canTrust = 'setDefaultCACertificates' in tls
const trusted = canTrust ? tls.getCACertificates('default') : []
const LOOPBACK = { allow: ['127.0.0.0/8'] }

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
const seen: Seen[] = []
let connections = 0
const respond: RequestListener = (request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    if (url === '/moved') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (url === '/nothing') return response.writeHead(204).end()
    if (url === '/silent') return undefined
    response.writeHead(
      201,
      [
        ['content-type', 'text/plain'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ].flat(),
    )
    return response.end('hello')
  })
}
const plain = createServer(respond)
const secure = createTlsServer(certificates.other, respond)

const listen = (server: Server): Promise<unknown> => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const portOf = (server: Server): number => (server.address() as AddressInfo).port

beforeAll(async () => {
  for (const server of [plain, secure]) server.on('connection', () => (connections += 1))
  secure.on('tlsClientError', () => undefined)
  await Promise.all([listen(plain), listen(secure)])
  if (canTrust) tls.setDefaultCACertificates([...trusted, certificates.authority])
})
afterAll(async () => {
  if (canTrust) tls.setDefaultCACertificates(trusted)
  for (const server of [plain, secure]) server.closeAllConnections()
  await Promise.all([plain, secure].map((server) => new Promise((done) => server.close(done))))
})
beforeEach(() => {
  seen.length = 0
  connections = 0
})

const at = (host: string): string => `http://${host}:${portOf(plain)}/path?x=1`
/** A resolver that returns the given results in order. */
const resolveTo = (...results: (readonly string[])[]) => {
  const resolved: string[] = []
  const resolve = async (host: string): Promise<readonly string[]> => {
    resolved.push(host)
    return results[Math.min(resolved.length, results.length) - 1] ?? []
  }
  return { resolved, resolve }
}

describe('a request to an address that is not public', () => {
  test.each([
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.0.1',
    '[fd00::1]',
    '[fe80::1]',
  ])('is not sent to %s', async (host) => {
    await expect(publicFetch()(at(host))).rejects.toMatchObject({ name: 'EgressRefused', code: 'EGRESS_REFUSED' })
    expect(connections).toBe(0)
  })

  test.each([
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['::ffff:10.0.0.1']],
    [['fd00::1']],
    [['8.8.8.8', '127.0.0.1']],
    [[]],
    [['not an address']],
  ])('is not sent to a name that resolves to %j', async (addresses) => {
    const { resolve } = resolveTo(addresses)
    await expect(publicFetch({ resolve })(at('op.example'))).rejects.toBeInstanceOf(EgressRefused)
    expect(connections).toBe(0)
  })

  test.each(['file:///etc/passwd', 'data:text/plain,x', 'ftp://8.8.8.8/'])(
    'is not sent with another protocol: %s',
    async (url) => {
      await expect(publicFetch()(url)).rejects.toThrow(TypeError)
    },
  )
})

describe('a host name', () => {
  test('is resolved once, and the checked address is used', async () => {
    const { resolved, resolve } = resolveTo(['127.0.0.1'], ['127.0.0.2'])
    const own = publicFetch({ allow: ['127.0.0.1/32'], resolve })
    expect((await own(at('op.example'))).status).toBe(201)
    expect(resolved).toEqual(['op.example'])
    expect(seen[0]?.headers.host).toBe(`op.example:${portOf(plain)}`)
    await expect(own(at('op.example'))).rejects.toBeInstanceOf(EgressRefused)
    expect(connections).toBe(1)
  })

  test('is resolved, but an IP address is not', async () => {
    const { resolved, resolve } = resolveTo(['127.0.0.1'])
    await expect(publicFetch({ ...LOOPBACK, resolve })(at('10.0.0.1'))).rejects.toBeInstanceOf(EgressRefused)
    await expect(publicFetch({ ...LOOPBACK, resolve })(at('[::1]'))).rejects.toBeInstanceOf(EgressRefused)
    expect(resolved).toEqual([])
  })

  test('is checked at each request, and no connection is reused', async () => {
    const own = publicFetch({ ...LOOPBACK, ...resolveTo(['127.0.0.1']) })
    for (let i = 0; i < 3; i += 1) await (await own(at('op.example'))).text()
    expect(connections).toBe(3)
  })

  test('with several addresses is reached at the first that accepts a connection', async () => {
    const { resolve } = resolveTo(['127.0.0.9', '127.0.0.1'])
    const ownPort = `http://op.example:${portOf(plain)}/`
    expect((await publicFetch({ ...LOOPBACK, resolve })(ownPort)).status).toBe(201)
  })

  test.runIf(canTrust)('is what TLS verifies, although the connection is to an address', async () => {
    const { resolve } = resolveTo(['127.0.0.1'])
    const own = publicFetch({ ...LOOPBACK, resolve })
    expect((await own(`https://other.example:${portOf(secure)}/`)).status).toBe(201)
    await expect(own(`https://another.example:${portOf(secure)}/`)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
    await expect(own(`https://127.0.0.1:${portOf(secure)}/`)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
    expect(seen).toHaveLength(1)
  })
})

describe('a request that is sent', () => {
  const own = publicFetch(LOOPBACK)

  test('arrives unchanged, and so does its response', async () => {
    const response = await own(
      new Request(at('127.0.0.1'), {
        method: 'POST',
        headers: { 'x-own': 'ä'.normalize('NFD').slice(0, 1), host: 'evil.test' },
        body: 'a=1',
      }),
    )
    expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([
      201,
      'hello',
      ['a=1', 'b=2'],
    ])
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/path?x=1',
      body: 'a=1',
      headers: { 'x-own': 'a', 'content-length': '3' },
    })
    expect(seen[0]?.headers.host).toBe(`127.0.0.1:${portOf(plain)}`)
  })

  test('does not follow a redirect', async () => {
    const response = await own(`http://127.0.0.1:${portOf(plain)}/moved`)
    expect([response.status, seen.length]).toEqual([302, 1])
  })

  test('may get a response without a body', async () => {
    expect((await own(`http://127.0.0.1:${portOf(plain)}/nothing`)).status).toBe(204)
    expect((await own(at('127.0.0.1'), { method: 'HEAD' })).body).toBeNull()
  })

  test('can be aborted', async () => {
    const controller = new AbortController()
    const waiting = own(`http://127.0.0.1:${portOf(plain)}/silent`, { signal: controller.signal })
    await expect.poll(() => seen.length).toBe(1)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('is sent once, even if the response is lost', async () => {
    let requests = 0
    const broken = createServer((request) => {
      requests += 1
      request.socket.destroy()
    })
    await listen(broken)
    const { resolve } = resolveTo(['127.0.0.1', '127.0.0.1'])
    const url = `http://op.example:${portOf(broken)}/`
    await expect(publicFetch({ ...LOOPBACK, resolve })(url, { method: 'POST', body: 'x' })).rejects.toThrow(
      'socket hang up',
    )
    expect(requests).toBe(1)
    await new Promise((done) => broken.close(done))
  })

  test('that is refused rejects with the code of the network error', async () => {
    const closed = createServer()
    await listen(closed)
    const port = portOf(closed)
    await new Promise((done) => closed.close(done))
    await expect(own(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
