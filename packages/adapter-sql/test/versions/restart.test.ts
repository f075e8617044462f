import { DatabaseSync } from 'node:sqlite'
import type { Browser } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADA, type Moment, moments, send, signIn } from './moments.ts'
import { type Provider, startProvider } from './provider.ts'
import { makeClock, openSite, ORIGIN, type Site, type Strategy } from './application.ts'

const clock = makeClock()
let provider: Provider
beforeAll(async () => {
  provider = await startProvider(clock.now)
})
afterAll(() => provider.close())

const start = async (strategy: Strategy = 'database'): Promise<Site> => {
  const setup = openSite(new DatabaseSync(':memory:'), strategy, provider, clock)
  await setup.adapter.migrate()
  return setup
}

/** A new process with the same database, and a browser with the same cookies. */
const restart = (setup: Site, browser: Browser, strategy: Strategy = 'database') => {
  const next = openSite(setup.database, strategy, provider, clock)
  const same = next.open()
  for (const { name, value } of browser.jar.list()) {
    same.jar.store(`${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`, new URL(ORIGIN))
  }
  return { site: next, browser: same }
}

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get('/auth/session')).json() !== null

const named = (name: string): Moment => {
  const moment = moments.find((one) => one.name === name)
  if (moment === undefined) throw new Error(`there is no moment: ${name}`)
  return moment
}

describe('a restarted process', () => {
  test.each(moments)('continues: $name, $strategy sessions', async ({ strategy, prepare }) => {
    const setup = await start(strategy)
    const { browser, next, email } = await prepare(setup)
    const after = restart(setup, browser, strategy)
    await send(after.browser, next)
    expect(after.site.errors).toEqual([])
    expect(await isSignedIn(after.browser)).toBe(email !== null)
  })

  test.each(['opening a link in another browser', 'entering a code', 'signing in with a passkey'])(
    'does not accept a value that was used before: %s',
    async (name) => {
      const setup = await start()
      const { browser, next } = await named(name).prepare(setup)
      const attacker = restart(setup, browser)
      await send(browser, next)
      expect(await isSignedIn(browser)).toBe(true)
      await send(attacker.browser, next)
      expect(await isSignedIn(attacker.browser)).toBe(false)
    },
  )

  test('continues to count the attempts of a code', async () => {
    const setup = await start()
    const { browser, next: right } = await named('entering a code').prepare(setup)
    let current = { site: setup, browser }
    for (let i = 0; i < 5; i += 1) {
      await current.browser.post('/auth/callback/code', { email: ADA, code: 'BBBBBBBB' })
      current = restart(current.site, current.browser)
    }
    await send(current.browser, right)
    expect(await isSignedIn(current.browser)).toBe(false)
  })

  test('does not accept a database session after a sign-out', async () => {
    const setup = await start()
    const browser = await signIn(setup, setup.open())
    const attacker = restart(setup, browser)
    await browser.post('/auth/signout', {})
    expect(await isSignedIn(attacker.browser)).toBe(false)
  })

  test('uses the new keys of a provider that rotated its keys', async () => {
    const setup = await start()
    const { browser, next } = await named('callback of an OpenID Provider').prepare(setup)
    await provider.close()
    provider = await startProvider(clock.now)
    const after = restart(setup, browser)
    await send(after.browser, next)
    expect(await isSignedIn(after.browser)).toBe(true)
  })
})
