import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../engines.ts'
import { withEngine } from '../with-engine.ts'
import { send } from './moments.ts'
import { type Provider, startProvider } from './provider.ts'
import { readServerFormats } from './read.ts'
import { insertRows, recordedServers, deleteRows } from './server-rows.ts'
import { makeClock, openSiteOver, ORIGIN } from './application.ts'

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

test('every server has recorded rows', () => {
  expect(new Set(subjects.map(({ server }) => server))).toEqual(new Set(Object.keys(recordedServers)))
})

describe.each(subjects)('the rows of version $version in $server', ({ kind, moments }) => {
  let engine: Engine
  withEngine(kind, (open) => void ({ engine } = open))

  test.each(moments)('can be continued: $name, $strategy sessions', async (recorded) => {
    await deleteRows(engine)
    await insertRows(engine, kind, recorded.rows)
    clock = makeClock(recorded.now)
    const adapter = engine.adapter({ now: clock.now, migrate: false })
    const setup = openSiteOver(adapter, recorded.strategy, provider, clock)
    const browser = setup.open()
    for (const [name, value] of Object.entries(recorded.cookies))
      browser.jar.store(`${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`, new URL(ORIGIN))
    expect((await send(browser, recorded.next)).status).toBeLessThan(400)
    expect(setup.errors).toEqual([])
    const session = (await browser.get('/auth/session')).json() as { user: { email: string } } | null
    expect(session?.user.email ?? null).toBe(recorded.email)
  })
})
