import { type DatabaseServer, startPostgres } from '@gatehouse/testing/databases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashFlow, crashFlows } from './crash-flows.ts'
import { type Place, postgresPlace, sqlitePlace } from './crash-place.ts'
import { type Site, startSite } from './crash-site.ts'

const NEVER = -1

/** Lets the flow come to its end, and answers what it called. */
const callsOf = async (site: Site, { path, begin }: CrashFlow): Promise<readonly string[]> => {
  const { go, comeBack } = await begin(site, site.newPerson())
  await site.tell({ does: 'watch', path, diesAfter: NEVER })
  await go()
  const { calls } = await site.tell({ does: 'report' })
  await comeBack()
  return calls
}

const killAt = async (site: Site, { path, begin }: CrashFlow, at: number): Promise<void> => {
  const { go, comeBack } = await begin(site, site.newPerson())
  await site.tell({ does: 'watch', path, diesAfter: at })
  await expect(go()).rejects.toThrow(/fetch failed|terminated|socket/)
  expect(await site.replace()).toBe('SIGKILL')
  await comeBack()
}

const databases: readonly (readonly [string, (server: DatabaseServer) => Promise<Place>])[] = [
  ['a SQLite file', async () => sqlitePlace()],
  ['PostgreSQL', async (server) => postgresPlace(await server.createDatabase())],
]

let server: DatabaseServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.close())

describe.each(databases)('a process over %s that is killed', (_name, openPlace) => {
  let place: Place
  let site: Site
  beforeAll(async () => {
    place = await openPlace(server)
    site = await startSite(place)
  })
  afterAll(async () => {
    await site.close()
    await place.close()
  })

  test.each(crashFlows)('in the middle of $name leaves nothing half done', { timeout: 180_000 }, async (flow) => {
    const calls = await callsOf(site, flow)
    expect(calls).toEqual(flow.calls)
    for (const at of calls.keys()) await killAt(site, flow, at)
    console.log(`killed ${calls.length} times`)
  })
})
