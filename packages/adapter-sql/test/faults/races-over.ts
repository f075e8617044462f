import { createServer } from 'node:http'
import { createAuth, type Gatehouse } from '@gatehouse/core'
import type { Adapter } from '@gatehouse/core/adapters'
import { type Browser, openBrowser } from '@gatehouse/testing'
import { describe, expect, test } from 'vitest'
import type { Engine, EngineKind } from '../engines.ts'

const ORIGIN = 'https://app.example.com'
const COOKIE = '__Secure-gatehouse.session-token'
const MANY = 50
const DAY = 86_400_000

interface Site {
  readonly auth: Gatehouse
  readonly open: () => Browser
  readonly links: string[]
}

const siteOver = (adapter: Adapter, issuer = ORIGIN): Site => {
  const links: string[] = []
  const auth = createAuth({
    adapter,
    secret: 'the secret of fifty who come at once, long enough',
    trustHost: true,
    logger: { error: () => undefined },
    providers: [
      {
        id: 'one',
        name: 'One',
        type: 'oauth',
        clientId: 'client',
        clientSecret: 'client-secret',
        authorization: `${issuer}/authorize`,
        token: `${issuer}/token`,
        userinfo: `${issuer}/userinfo`,
      },
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        maxMails: 1000,
        sendVerificationRequest: ({ url }) => void links.push(url),
      },
    ],
  })
  return { auth, links, open: () => openBrowser({ handler: (request) => auth.handle(request), origin: ORIGIN }) }
}

/** Asks for a link, and answers its address. */
const askForLink = async ({ open, links }: Site, email: string): Promise<{ browser: Browser; link: string }> => {
  const browser = open()
  await browser.post('/auth/signin/mail', { email })
  return { browser, link: links.at(-1) ?? '' }
}

const many = <Value>(work: (i: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: MANY }, (_, i) => work(i)))

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get('/auth/session')).json() !== null

const newAddress = (): string => `${crypto.randomUUID()}@example.org`

/** A person who has pressed the button of the page that a link shows in a browser that did not ask for it. */
const press = async (site: Site, link: string): Promise<Browser> => {
  const browser = site.open()
  const { searchParams, pathname } = new URL(link)
  await browser.post(pathname, Object.fromEntries(searchParams))
  return browser
}

const redemptions = async (adapter: Adapter): Promise<number> => {
  const site = siteOver(adapter)
  const { link } = await askForLink(site, newAddress())
  const browsers = await many(() => press(site, link))
  const signedIn = await Promise.all(browsers.map(isSignedIn))
  return signedIn.filter(Boolean).length
}

/** A provider of one person. */
const startProvider = async (email: string) => {
  const server = createServer((request, response) => {
    request.resume()
    const body = request.url === '/token' ? { access_token: 'token', token_type: 'Bearer' } : { id: email, email }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { origin, close }
}

const firstSignIns = async (adapter: Adapter): Promise<{ users: Set<unknown>; signedIn: number }> => {
  const provider = await startProvider(newAddress())
  const site = siteOver(adapter, provider.origin)
  const enter = async (): Promise<Browser> => {
    const browser = site.open()
    const asked = (await browser.post('/auth/signin/one', {})).location?.searchParams
    const answer = new URLSearchParams({ code: 'code', state: asked?.get('state') ?? '' })
    await browser.get(`${asked?.get('redirect_uri')}?${answer}`)
    return browser
  }
  const browsers = await many(enter)
  await provider.close()
  const tokens = browsers.flatMap((browser) => browser.jar.value(COOKIE) ?? [])
  const pairs = await Promise.all(tokens.map(async (token) => adapter.getSessionAndUser?.(token)))
  return { users: new Set(pairs.map((pair) => pair?.user.id)), signedIn: tokens.length }
}

/** A session that is due to be prolonged, in as many browsers as ask at once. */
const dueSession = async (adapter: Adapter) => {
  const site = siteOver(adapter)
  const { browser, link } = await askForLink(site, newAddress())
  await browser.get(link)
  const sessionToken = browser.jar.value(COOKIE) ?? ''
  await adapter.updateSession?.({ sessionToken, expires: new Date(Date.now() + 20 * DAY) })
  const request = (path: string, method = 'GET') =>
    new Request(ORIGIN + path, { method, headers: { cookie: `${COOKIE}=${sessionToken}`, origin: ORIGIN } })
  return { site, sessionToken, request }
}

const withEngine = async <Value>(kind: EngineKind, work: (engine: Engine) => Promise<Value>): Promise<Value> => {
  const server = await kind.start()
  try {
    const engine = await server.open()
    const value = await work(engine)
    await engine.close()
    return value
  } finally {
    await server.close()
  }
}

/** Fifty requests at once over one kind of engine. */
export const racesOver = (kind: EngineKind): void => {
  describe(`of fifty requests at once over ${kind.name}`, () => {
    test(
      'one uses a link, first sign-ins make one user, and a session ends',
      { timeout: 120_000 },
      async ({ skip }) => {
        const reason = kind.whyNot()
        if (reason !== null) return skip(reason)
        await withEngine(kind, async (engine) => {
          const adapter = engine.adapter()
          for (let round = 0; round < 3; round += 1) expect(await redemptions(adapter)).toBe(1)

          const { users, signedIn } = await firstSignIns(adapter)
          expect(signedIn).toBe(MANY)
          expect(users.size).toBe(1)

          const due = await dueSession(adapter)
          const renewed = await many(async () => (await due.site.auth.handle(due.request('/auth/session'))).json())
          expect(renewed.every((session) => session !== null)).toBe(true)
          const { session } = (await adapter.getSessionAndUser?.(due.sessionToken)) ?? {}
          expect(session?.expires.getTime()).toBeGreaterThan(Date.now() + 29 * DAY)

          const ended = await dueSession(adapter)
          await many((i) =>
            ended.site.auth.handle(i === 25 ? ended.request('/auth/signout', 'POST') : ended.request('/auth/session')),
          )
          expect(await adapter.getSessionAndUser?.(ended.sessionToken)).toBeNull()
        })
      },
    )
  })
}
