import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../engines.ts'
import { withEngine } from '../with-engine.ts'
import { visit } from './moments.ts'
import { type Provider, startProvider } from './provider.ts'
import { readServerFormats } from './read.ts'
import { putRows, recordedServers, removeRows } from './server-rows.ts'
import { makeClock, openSiteOver, ORIGIN } from './site.ts'

let clock = makeClock()
let provider: Provider
beforeAll(async () => {
  provider = await startProvider(() => clock.now())
})
afterAll(() => provider.close())

const subjects = readServerFormats().flatMap(({ version, server, moments }) => {
  const kind = recordedServers[server]
  return kind === undefined ? [] : [{ version, server, moments, kind }]
})

test('rows of every recorded server are there', () => {
  expect(new Set(subjects.map(({ server }) => server))).toEqual(new Set(Object.keys(recordedServers)))
})

describe.each(subjects)('what version $version left in $server', ({ kind, moments }) => {
  let engine: Engine
  withEngine(kind, (open) => void ({ engine } = open))

  test.each(moments)('is gone on with: $name, $strategy sessions', async (recorded) => {
    await removeRows(engine)
    await putRows(engine, kind, recorded.rows)
    clock = makeClock(recorded.now)
    const adapter = engine.adapter({ now: clock.now, migrate: false })
    const site = openSiteOver(adapter, recorded.strategy, provider, clock)
    const browser = site.open()
    for (const [name, value] of Object.entries(recorded.cookies))
      browser.jar.store(`${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`, new URL(ORIGIN))
    expect((await visit(browser, recorded.visit)).status).toBeLessThan(400)
    expect(site.errors).toEqual([])
    const session = (await browser.get('/auth/session')).json() as { user: { email: string } } | null
    expect(session?.user.email ?? null).toBe(recorded.email)
  })
})
