import { DatabaseSync } from 'node:sqlite'
import type { Browser } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADA, enter, type Moment, moments, visit } from './moments.ts'
import { type Provider, startProvider } from './provider.ts'
import { makeClock, openSite, ORIGIN, type Site, type Strategy } from './site.ts'

const clock = makeClock()
let provider: Provider
beforeAll(async () => {
  provider = await startProvider(clock.now)
})
afterAll(() => provider.close())

const start = async (strategy: Strategy = 'database'): Promise<Site> => {
  const site = openSite(new DatabaseSync(':memory:'), strategy, provider, clock)
  await site.adapter.migrate()
  return site
}

/** A process that has nothing of what the one before it had in memory, and a browser as it was. */
const restart = (site: Site, browser: Browser, strategy: Strategy = 'database') => {
  const next = openSite(site.database, strategy, provider, clock)
  const same = next.open()
  for (const { name, value } of browser.jar.list()) {
    same.jar.store(`${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`, new URL(ORIGIN))
  }
  return { site: next, browser: same }
}

const isIn = async (browser: Browser): Promise<boolean> => (await browser.get('/auth/session')).json() !== null

const named = (name: string): Moment => {
  const moment = moments.find((one) => one.name === name)
  if (moment === undefined) throw new Error(`there is no such moment: ${name}`)
  return moment
}

describe('a process that is started again, with nothing in its memory', () => {
  test.each(moments)('goes on with $name, $strategy sessions', async ({ strategy, prepare }) => {
    const site = await start(strategy)
    const { browser, visit: next, email } = await prepare(site)
    const after = restart(site, browser, strategy)
    await visit(after.browser, next)
    expect(after.site.errors).toEqual([])
    expect(await isIn(after.browser)).toBe(email !== null)
  })

  test.each(['using a link elsewhere', 'typing a code in', 'signing in with a passkey'])(
    'lets nobody in by what was used before: %s',
    async (name) => {
      const site = await start()
      const { browser, visit: next } = await named(name).prepare(site)
      const thief = restart(site, browser)
      await visit(browser, next)
      expect(await isIn(browser)).toBe(true)
      await visit(thief.browser, next)
      expect(await isIn(thief.browser)).toBe(false)
    },
  )

  test('goes on counting the tries of a code', async () => {
    const site = await start()
    const { browser, visit: right } = await named('typing a code in').prepare(site)
    let current = { site, browser }
    for (let i = 0; i < 5; i += 1) {
      await current.browser.post('/auth/callback/code', { email: ADA, code: 'BBBBBBBB' })
      current = restart(current.site, current.browser)
    }
    await visit(current.browser, right)
    expect(await isIn(current.browser)).toBe(false)
  })

  test('leaves a session in the database ended that was ended', async () => {
    const site = await start()
    const browser = await enter(site, site.open())
    const thief = restart(site, browser)
    await browser.post('/auth/signout', {})
    expect(await isIn(thief.browser)).toBe(false)
  })

  test('takes the new keys of a provider that has changed them meanwhile', async () => {
    const site = await start()
    const { browser, visit: next } = await named('coming back from an OpenID Provider').prepare(site)
    await provider.close()
    provider = await startProvider(clock.now)
    const after = restart(site, browser)
    await visit(after.browser, next)
    expect(await isIn(after.browser)).toBe(true)
  })
})
