import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth, defaultRuntime, type AuthConfig } from '../../src/index.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, makeClock, SECRET, TestBrowser } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const PASSWORD = 'correct-horse-battery-staple'
const CODE = 'authorization-code-0123456789'

/** Everything that was logged during successful and failing requests. */
const live = async (logger: AuthConfig['logger']): Promise<{ written: string; secrets: string[] }> => {
  const lines: string[] = []
  const write = (...parts: unknown[]): void =>
    void lines.push(...parts.map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 9 }))))
  const errors: unknown[] = []
  const store = makeStore()
  const tokens: string[] = []
  const clock = makeClock()
  const config: AuthConfig = {
    secret: SECRET,
    trustHost: true,
    debug: true,
    adapter: new StoreAdapter(store),
    ...(logger === undefined
      ? {}
      : { logger: { error: (error) => void errors.push(error), warn: write, debug: write } }),
    providers: [
      provider.config({ clientSecret: 'the-client-secret-of-the-test' }),
      {
        id: 'credentials',
        name: 'P',
        type: 'credentials',
        credentials: {},
        authorize: ({ password }) => {
          if (password === PASSWORD) throw new Error('the directory is down')
          return null
        },
      },
      {
        id: 'email',
        name: 'E',
        type: 'email',
        sendVerificationRequest: ({ token }) => {
          tokens.push(token)
          if (tokens.length > 1) throw new Error('the mail server is down')
        },
      },
    ],
  }
  const auth = createAuth(config, {
    ...defaultRuntime,
    now: clock.now,
    console: { error: write, warn: write, debug: write },
  })
  const browser = new TestBrowser(auth, clock)
  const start = async (): Promise<string> => location(await browser.post('/auth/signin/oa'))

  await browser.get(callbackUrl(await start(), { code: CODE }))
  await browser.session()
  for (const method of ['getSessionAndUser', 'getUserByAccount', 'createSession']) {
    store.broken.add(method)
    await browser.get('/auth/session')
    const url = await start()
    if (url.startsWith(provider.origin)) await browser.get(callbackUrl(url, { code: CODE }))
    store.broken.clear()
  }
  await browser.get(callbackUrl(await start(), { error: 'server_error', error_description: 'failed', code: CODE }))
  provider.userinfoStatus = 500
  await browser.get(callbackUrl(await start(), { code: CODE }))
  provider.userinfoStatus = 200
  const state = new URL(await start()).searchParams.get('state') ?? ''
  await new TestBrowser(auth, clock).get(`/auth/callback/oa?code=${CODE}&state=${state}`)
  await browser.post('/auth/callback/credentials', { username: 'ann', password: PASSWORD })
  await browser.post('/auth/callback/credentials', { username: 'ann', password: `${PASSWORD}2` })
  await browser.post('/auth/signin/email', { email: 'ann@example.org' })
  await browser.post('/auth/signin/email', { email: 'bob@example.org' })
  await browser.get(`/auth/callback/email?token=${tokens[0]}&email=bob%40example.org`)
  await browser.post('/auth/callback/email', { token: tokens[0] ?? '', email: 'bob@example.org' })
  await browser.get('/auth/csrf')
  const cookies = [...browser.cookies.values()].map((value) => decodeURIComponent(value).split('|')[0] ?? '')
  await browser.post('/auth/signout')
  errors.forEach((error) => write(error))
  const secrets = [
    SECRET,
    'the-client-secret-of-the-test',
    PASSWORD,
    CODE,
    'at-1"',
    state,
    ...tokens,
    ...cookies,
  ].filter((text) => text.length > 4 && !text.startsWith('http'))
  return { written: lines.join('\n'), secrets }
}

const forms = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
]

test.each([
  ['the built-in logger', undefined],
  ['a logger of the application', {}],
])('%s gets no secret, in successful and in failing requests', async (_whose, logger) => {
  const { written, secrets } = await live(logger)
  expect(secrets.length).toBeGreaterThan(8)
  expect(written).toContain('the directory is down')
  expect(written).toContain('connection lost')
  expect(secrets.filter((secret) => forms(secret).some((form) => written.includes(form)))).toEqual([])
})

test('no request forges a log entry', async () => {
  const lines: string[] = []
  const write = (...parts: unknown[]): void => void lines.push(parts.map(String).join(' '))
  const config: AuthConfig = {
    secret: SECRET,
    trustHost: true,
    providers: [provider.config()],
  }
  const clock = makeClock()
  const auth = createAuth(config, {
    ...defaultRuntime,
    now: clock.now,
    console: { error: write, warn: write, debug: write },
  })
  const browser = new TestBrowser(auth, clock)
  const url = callbackUrl(location(await browser.post('/auth/signin/oa')), {
    error: 'access_denied',
    error_description: 'x\r\n[auth][error] AccessDenied: forged\u001b[2J',
  })
  await browser.get(url)
  expect(lines.join('\n')).not.toMatch(/^\[auth\]\[error\] AccessDenied: forged/m)
  expect(lines.join('\n')).not.toContain('\u001b')
})
