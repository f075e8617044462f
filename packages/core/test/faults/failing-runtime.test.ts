import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import { defaultRuntime, type Runtime } from '../../src/index.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, makeClock, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

type Broken = 'random' | 'now' | 'crypto'

const fail = (): never => {
  throw new Error('not today')
}

/** A site with a runtime in which a named part fails. */
const failingSite = (strategy: 'database' | 'jwt') => {
  let broken: Broken | undefined
  const clock = makeClock()
  const crypto = new Proxy(defaultRuntime.crypto, {
    get: (engine, name) => (broken === 'crypto' ? fail() : (Reflect.get(engine, name) as unknown)),
  })
  const runtime: Partial<Runtime> = {
    crypto,
    random: (length) => (broken === 'random' ? fail() : defaultRuntime.random(length)),
    now: () => (broken === 'now' ? fail() : clock.now()),
  }
  const links: string[] = []
  const mail = {
    id: 'mail',
    name: 'Mail',
    type: 'email' as const,
    sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
  }
  const adapter = new StoreAdapter(makeStore())
  const context = setUpAuth({ adapter, session: { strategy }, providers: [provider.config(), mail] }, runtime)
  return { ...context, links, breaks: (what?: Broken) => void (broken = what) }
}

type FailingSite = ReturnType<typeof failingSite>

/** What happens before, and the request during which the part fails. */
const flows: Readonly<Record<string, (it: FailingSite, browser: TestBrowser) => Promise<() => Promise<Response>>>> = {
  'starting at a provider': async (_it, browser) => () => browser.post('/auth/signin/oa'),
  'returning from a provider': async (_it, browser) => {
    const url = callbackUrl(location(await browser.post('/auth/signin/oa')))
    return () => browser.get(url)
  },
  'requesting a magic link': async (_it, browser) => () =>
    browser.post('/auth/signin/mail', { email: 'lin@example.org' }),
  'using a link': async ({ links }, browser) => {
    await browser.post('/auth/signin/mail', { email: 'lin@example.org' })
    return () => browser.get(links.at(-1) ?? '')
  },
}

/** All keys for a link exist by then, except the key that seals a session. */
const isNeeded = (broken: Broken, flow: string, strategy: string): boolean =>
  broken !== 'crypto' || flow !== 'using a link' || strategy === 'jwt'

const cases = (['database', 'jwt'] as const).flatMap((strategy) =>
  Object.keys(flows).flatMap((flow) =>
    (['random', 'now', 'crypto'] as const)
      .filter((broken) => isNeeded(broken, flow, strategy))
      .map((broken) => ({ strategy, flow, broken })),
  ),
)

const comeIn = async ({ browser }: FailingSite): Promise<unknown> => {
  const person = browser()
  await person.get(callbackUrl(location(await person.post('/auth/signin/oa'))))
  return person.session()
}

describe('when a part of the runtime fails, no user is signed in, the error has a type, and the next request succeeds', () => {
  test.each(cases)('$broken while $flow ($strategy)', async ({ strategy, flow, broken }) => {
    const it = failingSite(strategy)
    const browser = it.browser()
    const act = await flows[flow]?.(it, browser)
    it.breaks(broken)
    const response = await act?.()
    it.breaks()
    expect(response?.status === 500 || location(response ?? new Response()).includes('error=')).toBe(true)
    const set = response?.headers.getSetCookie().filter((line) => line.includes('session-token=')) ?? []
    expect(set.filter((line) => !line.includes('Max-Age=0'))).toEqual([])
    expect(await browser.session()).toBeNull()
    expect(it.errors).toHaveLength(1)
    expect(it.errors[0]).toBeInstanceOf(AuthError)
    expect(await comeIn(it)).not.toBeNull()
  })
})
