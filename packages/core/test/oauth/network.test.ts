import type { ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readCatalog } from '../../scripts/catalog/entries.ts'
import { customFetch } from '../../src/types/symbols.ts'
import type { OIDCConfig } from '../../src/types/providers.ts'
import { CLIENT_SECRET, startOp, type Op, type Reply } from './op.ts'
import { finish, makeOAuthSetup, oauth, oidc, errorOf, signIn, start, type OAuthSetup } from './oauth-setup.ts'

let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
  op.offersPush = true
})

/** A deadline for missing responses, long enough for real ones on a busy machine. */
const SOON = { timeout: 1000 }
/** 64 MiB of one letter. */
const BOMB = gzipSync(Buffer.alloc(64 * 2 ** 20, 'x'))
const config = (more: Partial<OIDCConfig> = {}): OIDCConfig => oidc(op, { idToken: false, ...more })

/** All requests of a sign-in. */
const calls = [
  ['/.well-known/openid-configuration', 'discovery'],
  ['/par', 'pushed authorization'],
  ['/token', 'token'],
  ['/jwks', 'jwks'],
  ['/me', 'userinfo'],
] as const

/** The error of a sign-in in which one request gets this reply. */
const struck = async (path: string, response: Reply, more: Partial<OIDCConfig> = {}) => {
  op.tamper.reply = (requestPath) => (requestPath === path ? response : undefined)
  const error = await errorOf(signIn(setup, op, config(more)))
  op.tamper = {}
  return error
}
const typeOf = (path: string, type: string): string => (/known|par/.test(path) ? 'OAuthSignInError' : type)

const JSON_TYPE = { 'content-type': 'application/json' }

/** A port without a listener. */
const deadPort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A name that never resolves: a label has at most 63 octets (RFC 1035 §2.3.4). */
const UNKNOWN = `https://${'a'.repeat(64)}.invalid`

/** The error of a sign-in in which one request goes to another server. */
const ledTo = async (origin: string, path: string) => {
  const members = {
    '/par': 'pushed_authorization_request_endpoint',
    '/token': 'token_endpoint',
    '/jwks': 'jwks_uri',
    '/me': 'userinfo_endpoint',
  } as const
  const member = Object.entries(members).find(([known]) => known === path)?.[1]
  if (member === undefined) return errorOf(signIn(setup, op, config({ wellKnown: origin + path })))
  op.tamper.discovery = (document) => ({ ...document, [member]: origin + path })
  return errorOf(signIn(setup, op, config()))
}

describe.each(calls)('%s', (path, endpoint) => {
  test('that refuses the connection is unavailable, with the error code, after one request', async () => {
    expect(await ledTo(`http://127.0.0.1:${await deadPort()}`, path)).toMatchObject({
      type: typeOf(path, 'CallbackRouteError'),
      cause: { endpoint, reason: 'network', code: 'ECONNREFUSED' },
    })
    expect(op.paths()).not.toContain(path)
  })

  test('whose host name does not resolve is unavailable', async () => {
    expect(await ledTo(UNKNOWN, path)).toMatchObject({
      type: typeOf(path, 'CallbackRouteError'),
      cause: {
        endpoint,
        reason: 'network',
        code: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/) as string,
      },
    })
    expect(op.paths()).not.toContain(path)
  })

  test('that never responds is aborted at the deadline', async () => {
    const error = await struck(path, { body: () => undefined }, SOON)
    expect(error).toMatchObject({ type: typeOf(path, 'CallbackRouteError'), cause: { endpoint, reason: 'time-out' } })
  })

  test('that sends its body slowly is aborted at the deadline', async () => {
    let timer: ReturnType<typeof setInterval> | undefined
    let cut = false
    const drip = (response: ServerResponse): void => {
      response.writeHead(path === '/par' ? 201 : 200, JSON_TYPE)
      timer = setInterval(() => response.write(' '), 10)
      response.on('close', () => {
        cut = true
        clearInterval(timer)
      })
    }
    const error = await struck(path, { body: drip }, SOON)
    expect(error.cause).toMatchObject({ endpoint, reason: 'time-out' })
    await expect.poll(() => cut).toBe(true)
  })

  test('that sends its headers slowly is aborted at the deadline', async () => {
    let timer: ReturnType<typeof setInterval> | undefined
    const drip = ({ socket }: ServerResponse): void => {
      socket?.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n')
      timer = setInterval(() => socket?.write('x-more: to come\r\n'), 20)
    }
    const error = await struck(path, { body: drip }, SOON)
    clearInterval(timer)
    expect(error.cause).toMatchObject({ endpoint, reason: 'time-out' })
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['the headers', (response) => response.socket?.destroy()],
    [
      'the body',
      (response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' })
        response.write('{"half":', () => response.socket?.destroy())
      },
    ],
  ])('that breaks off in %s is unavailable', async (_name, body) => {
    const error = await struck(path, { body })
    expect(error).toMatchObject({ type: typeOf(path, 'CallbackRouteError'), cause: { endpoint, reason: 'network' } })
    // A code is valid once (RFC 6749 §4.1.2), also if the response is lost.
    expect(op.paths().filter((seen) => seen === '/token').length).toBeLessThanOrEqual(1)
  })

  test.each([301, 302, 303, 307, 308])('that redirects by %d is not followed', async (status) => {
    for (const location of [
      'http://169.254.169.254/',
      `${op.issuer}/elsewhere`,
      'file:///etc/passwd',
      '//evil.example',
    ]) {
      const error = await struck(path, { status, headers: { location } })
      expect(error.cause).toMatchObject({ endpoint, reason: 'redirect' })
    }
    expect(op.paths()).not.toContain('/elsewhere')
  })

  test('that sends an endless body is aborted', async () => {
    const flood = (response: ServerResponse): void => {
      response.writeHead(200, JSON_TYPE)
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
    expect((await struck(path, { body: flood })).cause).toMatchObject({ endpoint, reason: 'too large' })
  })

  test('that announces a gigabyte is aborted', async () => {
    const promise = (response: ServerResponse): void => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': String(2 ** 30) })
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
    const before = process.memoryUsage().arrayBuffers
    expect((await struck(path, { body: promise })).cause).toMatchObject({ endpoint, reason: 'too large' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 2 ** 20)
  })

  test('that sends a compression bomb is aborted at the decoded size', async () => {
    expect(BOMB.length).toBeLessThan(100_000)
    const error = await struck(path, { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: BOMB })
    expect(error.cause).toMatchObject({ endpoint, reason: 'too large' })
  })

  test.each<[string, Reply]>([
    ['nothing', { headers: JSON_TYPE }],
    ['half of it', { headers: JSON_TYPE, body: '{"sub":"ann",' }],
    ['text after it', { headers: JSON_TYPE, body: '{"sub":"ann"} and more' }],
    ['Latin-1', { headers: JSON_TYPE, body: Buffer.from('{"sub":"\xe4nn"}', 'latin1') }],
    ['another type', { headers: { 'content-type': 'text/html' }, body: '{"sub":"ann"}' }],
    ['no type', { body: '{"sub":"ann"}' }],
    ['depth', { headers: JSON_TYPE, body: '['.repeat(1e6) }],
    ['depth that ends', { headers: JSON_TYPE, body: `${'['.repeat(4e5)}${']'.repeat(4e5)}` }],
    ['depth below a prototype', { headers: JSON_TYPE, body: `{"__proto__":${'['.repeat(4e5)}${']'.repeat(4e5)}}` }],
  ])('that sends JSON with %s is refused', async (_name, reply) => {
    const status = path === '/par' ? 201 : 200
    expect((await struck(path, { status, ...reply })).type).toMatch(/^OAuth(?:SignIn|Callback)Error$/)
  })

  test.each(['text/html', 'text/json', 'application/json-seq', undefined])(
    'that sends valid JSON as %s is refused',
    async (type) => {
      const renamed: typeof fetch = async (input, init) => {
        const response = await fetch(input, init)
        if (new URL(response.url).pathname !== path) return response
        const headers = new Headers(type === undefined ? {} : { 'content-type': type })
        return new Response(await response.arrayBuffer(), { status: response.status, headers })
      }
      const error = await errorOf(signIn(setup, op, config({ [customFetch]: renamed })))
      expect(error.cause).toMatchObject({ endpoint, reason: 'not JSON' })
    },
  )

  test.each([500, 502, 503, 429, 418])('that responds with %d gets one request', async (status) => {
    expect((await struck(path, { status, headers: { 'retry-after': '0' } })).cause).toMatchObject({ endpoint, status })
    expect(op.paths().filter((seen) => seen === path)).toHaveLength(1)
  })

  test.each([204, 206])('that responds with %d is refused, because the body is incomplete', async (status) => {
    const body = status === 206 ? '{"sub":"ann"}' : ''
    expect((await struck(path, { status, headers: JSON_TYPE, body })).cause).toMatchObject({ endpoint, status })
  })

  test('that responds with 304 to an unconditional request is refused', async () => {
    expect((await struck(path, { status: 304 })).cause).toMatchObject({ endpoint, reason: 'redirect' })
  })

  test('that sends many informational responses is handled by its final response', async () => {
    const hint = (response: ServerResponse): void => {
      for (let i = 0; i < 200; i += 1) response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      response.writeHead(500).end()
    }
    expect((await struck(path, { body: hint })).cause).toMatchObject({ endpoint, status: 500 })
  })
})

describe('a request without a timeout option', () => {
  const silent = (): Promise<never> => new Promise(() => undefined)
  afterEach(() => void vi.useRealTimers())

  test.each([undefined, 0, -1, Number.NaN])('ends after ten seconds: %s', async (timeout) => {
    const own = { ...oauth(op), [customFetch]: silent, ...(timeout === undefined ? {} : { timeout }) }
    const attempt = await start(setup, own)
    vi.useFakeTimers()
    let ended = false
    const end = errorOf(finish(setup, attempt, op.consent(attempt.url))).finally(() => (ended = true))
    await vi.advanceTimersByTimeAsync(9999)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect([ended, (await end).cause]).toMatchObject([true, { endpoint: 'token', reason: 'time-out' }])
  })

  test('is the default: no built-in provider sets a timeout', async () => {
    const slower = (await readCatalog()).filter(({ made }) => made['timeout'] !== undefined)
    expect(slower.map(({ file }) => file)).toEqual([])
  })
})

describe('a provider', () => {
  test.each(calls)('may send a byte order mark at %s', async (path) => {
    const own: Readonly<Record<string, string>> = {
      '/me': '{"sub":"ann"}',
      '/par': '{"request_uri":"urn:1","expires_in":60}',
      '/token': '{"access_token":"the-access-token","token_type":"bearer"}',
    }
    const body = `\ufeff${own[path] ?? (await (await fetch(op.issuer + path)).text())}`
    const marked = { status: path === '/par' ? 201 : 200, headers: JSON_TYPE, body }
    op.tamper.reply = (requestPath) => (requestPath === path ? marked : undefined)
    const attempt = await start(setup, path === '/token' ? oauth(op) : config())
    const pushed = attempt.url.searchParams.get('request_uri')
    const found = pushed === 'urn:1' ? 'ann' : (await finish(setup, attempt, op.consent(attempt.url))).subject
    expect([found, pushed === 'urn:1']).toEqual(['ann', path === '/par'])
  })

  test('without TLS at an https address is unavailable', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const own = config({ token: `https://127.0.0.1:${port}/token`, pushedAuthorizationRequests: false })
    expect(await errorOf(signIn(setup, op, own))).toMatchObject({
      type: 'CallbackRouteError',
      cause: { endpoint: 'token', reason: 'network' },
    })
    await new Promise((resolve) => server.close(resolve))
  })

  test.each([
    'http://op.example/token',
    'http://127.0.0.1.evil.example/token',
    'http://localhost.evil.example/token',
    'http://[::ffff:1.2.3.4]/token',
    'ftp://127.0.0.1/token',
    'https://user:password@op.example/token',
  ])('with the token endpoint %s is refused', async (token) => {
    expect((await errorOf(signIn(setup, op, config({ token })))).type).toBe('InvalidEndpoints')
  })

  test('whose customFetch ignores signals is aborted, and its late response is dropped', async () => {
    const gate = new EventTarget()
    const once = (name: string): Promise<unknown> =>
      new Promise((resolve) => gate.addEventListener(name, resolve, { once: true }))
    const [opened, responded] = [once('open'), once('response')]
    const own = config({
      ...SOON,
      pushedAuthorizationRequests: false,
      [customFetch]: async (input, init) => {
        const { signal: _deaf, ...rest } = init ?? {}
        const path = new URL(input instanceof Request ? input.url : input).pathname
        if (path === '/token') await opened
        const response = await fetch(input, rest)
        if (path === '/token') gate.dispatchEvent(new Event('response'))
        return response
      },
    })
    expect((await errorOf(signIn(setup, op, own))).cause).toMatchObject({ endpoint: 'token', reason: 'time-out' })
    gate.dispatchEvent(new Event('open'))
    await responded
    expect(op.paths()).toEqual(['/.well-known/openid-configuration', '/token'])
  })

  test('whose customFetch throws an error with the request does not leak a secret', async () => {
    const own = config({
      pushedAuthorizationRequests: false,
      [customFetch]: async (input, init) => {
        const path = new URL(input instanceof Request ? input.url : input).pathname
        if (path !== '/token') return fetch(input, init)
        throw Object.assign(new Error(`failed: ${CLIENT_SECRET}`), { config: init, code: 'ECONNRESET' })
      },
    })
    expect((await errorOf(signIn(setup, op, own))).cause).toMatchObject({ reason: 'network', code: 'ECONNRESET' })
  })
})
