import type { Adapter } from '@authwright/core/adapters'
import type { Browser } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { isSignedIn } from '../fault-matrix/flow.ts'
import { withServer } from '../with-server.ts'
import type { Subject } from './once-over.ts'
import { prepareCallback, firstSignIns } from './first-sign-ins.ts'
import { oneTimeValues } from './one-time-values.ts'
import {
  requestLink,
  COOKIE,
  MANY,
  many,
  newAddress,
  ORIGIN,
  signUpWithPasskey,
  setUpRaces,
  startOneUserProvider,
} from './race-setup.ts'

const DAY = 86_400_000

/** A session that is due for renewal. */
const dueSession = async (adapter: Adapter) => {
  const setup = setUpRaces(adapter)
  const { browser, link } = await requestLink(setup, newAddress())
  await browser.get(link)
  const sessionToken = browser.jar.value(COOKIE) ?? ''
  await adapter.updateSession?.({ sessionToken, expires: new Date(Date.now() + 20 * DAY) })
  const request = (path: string, method = 'GET') =>
    new Request(ORIGIN + path, { method, headers: { cookie: `${COOKIE}=${sessionToken}`, origin: ORIGIN } })
  return { setup, sessionToken, request }
}

/**
 * Signs in by a link, a provider and a passkey with one new e-mail address, each several times, at once. A provider
 * that calls the address unverified and is first gets a user without an address: its account says nothing about the
 * mailbox.
 */
const allMethodsAtOnce = async (adapter: Adapter, verifiesEmail: boolean, providerFirst: boolean) => {
  const email = newAddress()
  const provider = await startOneUserProvider(email)
  const setup = setUpRaces(adapter, provider.origin, verifiesEmail)
  const sends: (() => Promise<Browser>)[] = []
  for (let i = 0; i < 4; i += 1) {
    const request = await requestLink(setup, email)
    const signed = await signUpWithPasskey(setup, email)
    const open = async (browser: Browser, url: string) => {
      await browser.get(url)
      return browser
    }
    sends.push(
      () => open(request.browser, request.link),
      await prepareCallback(setup),
      () => open(signed.browser, signed.confirmation),
    )
  }
  // The second request is the first one of the provider.
  if (providerFirst) await sends[1]?.()
  const browsers = await Promise.all(sends.map((send) => send()))
  await provider.close()
  const tokens = browsers.flatMap((browser) => browser.jar.value(COOKIE) ?? [])
  const pairs = await Promise.all(tokens.map(async (token) => adapter.getSessionAndUser?.(token)))
  const byLink = await Promise.all(browsers.filter((_, i) => i % 3 === 0).map(isSignedIn))
  const users = pairs.flatMap((pair) => pair?.user ?? [])
  const idsOf = (hasEmail: boolean) =>
    new Set(users.filter((user) => (user.email === email) === hasEmail).map(({ id }) => id))
  return {
    users: idsOf(true).size,
    usersWithoutEmail: idsOf(false).size,
    isEmailFound: (await adapter.getUserByEmail?.(email))?.email === email,
    byLink: byLink.filter(Boolean).length,
  }
}

/** Runs races of fifty concurrent requests over a store. Each one-time value has `rounds` rounds. */
export const racesOver = (kind: Subject, rounds = 3): void => {
  describe(`of fifty concurrent requests over ${kind.name}`, { timeout: 120_000 }, () => {
    let adapter: Adapter
    withServer(kind, ({ opened }) => void (adapter = opened.adapter()))

    test.each(oneTimeValues)('one uses %s', async (_name, prepare) => {
      const setup = setUpRaces(adapter)
      for (let round = 0; round < rounds; round += 1) {
        const use = await prepare(setup)
        const browsers = await many(() => use())
        expect((await Promise.all(browsers.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
      }
    })

    test('all sign in for the first time at a provider, as one user', async () => {
      expect(await firstSignIns(adapter)).toEqual({ users: 1, signedIn: MANY })
    })

    test.each([true, false])(
      'by link, provider and passkey with one e-mail address, one user gets it (verified by the provider: %s)',
      async (verifies) => {
        for (const providerFirst of [true, false, false]) {
          const { usersWithoutEmail, byLink, ...others } = await allMethodsAtOnce(adapter, verifies, providerFirst)
          expect(others).toEqual({ users: 1, isEmailFound: true })
          // A sign-in by one link voids the other e-mails to the address, so a slower link may be refused.
          expect(byLink).toBeGreaterThanOrEqual(1)
          expect(usersWithoutEmail).toBeLessThanOrEqual(verifies ? 0 : 1)
          expect(usersWithoutEmail).toBeGreaterThanOrEqual(providerFirst && !verifies ? 1 : 0)
        }
      },
    )

    test('all read a session that is due, and it is renewed', async () => {
      const due = await dueSession(adapter)
      const renewed = await many(async () => (await due.setup.auth.handle(due.request('/auth/session'))).json())
      expect(renewed.every((session) => session !== null)).toBe(true)
      const { session } = (await adapter.getSessionAndUser?.(due.sessionToken)) ?? {}
      expect(session?.expires.getTime()).toBeGreaterThan(Date.now() + 29 * DAY)
    })

    test('one ends a session that the others renew, and it stays ended', async () => {
      const ended = await dueSession(adapter)
      await many((i) =>
        ended.setup.auth.handle(i === 25 ? ended.request('/auth/signout', 'POST') : ended.request('/auth/session')),
      )
      expect(await adapter.getSessionAndUser?.(ended.sessionToken)).toBeNull()
    })
  })
}
