import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, makeClock, SECRET, TestBrowser } from '@authwright/test-kit/auth-setup'
import { createAuth, defaultRuntime, type AuthConfig } from '../../src/index.ts'

const SINK = Symbol.for('authwright.decisions')

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())
afterEach(() => void Reflect.deleteProperty(globalThis, SINK))

const setUp = (given: Partial<AuthConfig>, isDevelopment = false) => {
  const lines: string[] = []
  const write = (line: unknown): void => void lines.push(String(line))
  const config: AuthConfig = { providers: [provider.config()], secret: SECRET, trustHost: true, ...given }
  const clock = makeClock()
  const console = { error: write, warn: write, debug: write }
  const auth = createAuth(config, { ...defaultRuntime, now: clock.now, console, isDevelopment, hasColors: false })
  return { lines, browser: new TestBrowser(auth, clock) }
}

const signIn = async (browser: TestBrowser) => {
  const start = location(await browser.post('/auth/signin/oa', { callbackUrl: 'https://evil.example/x?token=private' }))
  await browser.get(callbackUrl(start))
  await browser.session()
  return start
}

test('debug: true writes one line per decision, with the request that it belongs to', async () => {
  const { lines, browser } = setUp({ debug: true })
  await signIn(browser)
  const steps = lines.flatMap((line) => /\[auth\]\[debug\] #[\da-f]{8} (.*)$/.exec(line)?.[1] ?? [])
  for (const step of [
    /^request \{"method":"POST",.*"route":"signin","provider":"oa"/,
    /^redirect \{"requested":"https:\/\/evil\.example\/x",.*"accepted":false,"target":"https:\/\/app\.example\.com\/"/,
    /^authorization request \{.*"redirectUri":"https:\/\/app\.example\.com\/auth\/callback\/oa"/,
    /^cookie written \{"name":"__Host-authwright\.state\.[\da-f]{12}","for":"attempt"\}/,
    /^cookie read \{"name":"__Host-authwright\.state\.[\da-f]{12}","for":"attempt","opened":true\}/,
    /^provider call \{"provider":"oa","endpoint":"token","host":"127\.0\.0\.1:\d+","status":200,"milliseconds":0\}/,
    /^response \{"status":302,/,
    /^session cookie \{"name":"__Host-authwright\.session-token","opened":true\}/,
  ])
    expect(steps).toContainEqual(expect.stringMatching(step))
  expect(lines.join('\n')).not.toContain('private')
})

test('a callback in another browser says which cookie was not sent', async () => {
  const { lines, browser } = setUp({ debug: true })
  const start = location(await browser.post('/auth/signin/oa'))
  browser.cookies.clear()
  await browser.get(callbackUrl(start))
  const written = /cookie written \{"name":"([^"]+)"/.exec(lines.join('\n'))?.[1]
  expect(lines.join('\n')).toContain(`cookie read {"name":"${written}","for":"attempt","opened":false,"why":"absent"}`)
})

test('without debug nothing is recorded', async () => {
  const { lines, browser } = setUp({})
  await signIn(browser)
  expect(lines).toEqual([])
})

test('the inspector gets the decisions of a development server, and none in production', async () => {
  const records: unknown[] = []
  Reflect.set(globalThis, SINK, (record: unknown) => void records.push(record))
  await signIn(setUp({}, false).browser)
  expect(records).toEqual([])
  const start = await signIn(setUp({}, true).browser)
  expect(records).toContainEqual(
    expect.objectContaining({ step: 'request', facts: expect.stringContaining('"route":"callback"') as string }),
  )
  const state = new URL(start).searchParams.get('state') ?? 'none'
  expect(JSON.stringify(records)).not.toContain(state)
})
