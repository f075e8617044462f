import type { Adapter } from '@authwright/core/adapters'
import type { Browser } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Subject } from './once-over.ts'
import { enterBy, firstSignIns } from './first-sign-ins.ts'
import { oneTimeValues } from './one-time-values.ts'
import {
  askForLink,
  COOKIE,
  isSignedIn,
  MANY,
  many,
  newAddress,
  ORIGIN,
  signUp,
  siteOver,
  startProvider,
} from './setup.ts'

const DAY = 86_400_000

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

/** A link, a provider and a passkey that bring one new address at the same instant, each several times. */
const everyWayAtOnce = async (adapter: Adapter, provesAddress: boolean) => {
  const email = newAddress()
  const provider = await startProvider(email)
  const site = siteOver(adapter, provider.origin, provesAddress)
  const ways: (() => Promise<Browser>)[] = []
  for (let i = 0; i < 4; i += 1) {
    const asked = await askForLink(site, email)
    const signed = await signUp(site, email)
    const open = async (browser: Browser, url: string) => {
      await browser.get(url)
      return browser
    }
    ways.push(
      () => open(asked.browser, asked.link),
      await enterBy(site),
      () => open(signed.browser, signed.confirmation),
    )
  }
  const browsers = await Promise.all(ways.map((way) => way()))
  await provider.close()
  const tokens = browsers.flatMap((browser) => browser.jar.value(COOKIE) ?? [])
  const pairs = await Promise.all(tokens.map(async (token) => adapter.getSessionAndUser?.(token)))
  const byLink = await Promise.all(browsers.filter((_, i) => i % 3 === 0).map(isSignedIn))
  return {
    users: new Set(pairs.flatMap((pair) => pair?.user.id ?? [])).size,
    owner: (await adapter.getUserByEmail?.(email))?.email === email,
    byLink: byLink.filter(Boolean).length,
  }
}

/** Fifty requests at once over one kind of store; each one-time value so many times. */
export const racesOver = (kind: Subject, rounds = 3): void => {
  describe(`of fifty requests at once over ${kind.name}`, { timeout: 120_000 }, () => {
    const reason = kind.whyNot()
    let adapter: Adapter
    let close: () => Promise<void> = async () => undefined
    beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
    beforeAll(async () => {
      if (reason !== null) return
      const server = await kind.start()
      const engine = await server.open()
      adapter = engine.adapter()
      close = async () => {
        await engine.close()
        await server.close()
      }
    })
    afterAll(() => close())

    test.each(oneTimeValues)('one uses %s', async (_what, prepare) => {
      const site = siteOver(adapter)
      for (let round = 0; round < rounds; round += 1) {
        const use = await prepare(site)
        const browsers = await many(() => use())
        expect((await Promise.all(browsers.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
      }
    })

    test('all come in by a provider for the first time, as one user', async () => {
      expect(await firstSignIns(adapter)).toEqual({ users: 1, signedIn: MANY })
    })

    test.each([true, false])(
      'by a link, a provider and a passkey that bring one address, one user is made (proven: %s)',
      async (proves) => {
        for (let round = 0; round < 3; round += 1) {
          expect(await everyWayAtOnce(adapter, proves)).toEqual({ users: 1, owner: true, byLink: 4 })
        }
      },
    )

    test('all read a session that is due, and it is prolonged', async () => {
      const due = await dueSession(adapter)
      const renewed = await many(async () => (await due.site.auth.handle(due.request('/auth/session'))).json())
      expect(renewed.every((session) => session !== null)).toBe(true)
      const { session } = (await adapter.getSessionAndUser?.(due.sessionToken)) ?? {}
      expect(session?.expires.getTime()).toBeGreaterThan(Date.now() + 29 * DAY)
    })

    test('one ends a session that the others prolong, and it stays ended', async () => {
      const ended = await dueSession(adapter)
      await many((i) =>
        ended.site.auth.handle(i === 25 ? ended.request('/auth/signout', 'POST') : ended.request('/auth/session')),
      )
      expect(await adapter.getSessionAndUser?.(ended.sessionToken)).toBeNull()
    })
  })
}
