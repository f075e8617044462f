// Records the formats of this version: `node --conditions=authwright-source packages/adapter-sql/test/versions/write.ts 0.1.0`.
// The files of a released version never change. A new version gets new files.
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from '@authwright/testing'
import { takeSnapshot } from './snapshot.ts'
import { moments } from './moments.ts'
import { startProvider } from './provider.ts'
import { readAllRows, recordedServers, deleteRows } from './server-rows.ts'
import { makeClock, openSite, openSiteOver } from './application.ts'

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('pass the version as an argument')

const cookiesOf = ({ jar }: Browser) => Object.fromEntries(jar.list().map(({ name, value }) => [name, value]))

const write = (name: string, contents: unknown): void => {
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(contents, null, 2)}\n`)
  console.log(name)
}

const recorded = []
let definitions: readonly string[] = []
for (const { name, strategy, prepare } of moments) {
  const clock = makeClock()
  const provider = await startProvider(clock.now)
  const setup = openSite(new DatabaseSync(':memory:'), strategy, provider, clock)
  await setup.adapter.migrate()
  const { browser, next, email } = await prepare(setup)
  const snapshot = takeSnapshot(setup.database)
  definitions = snapshot.definitions
  recorded.push({ name, strategy, now: clock.now(), cookies: cookiesOf(browser), rows: snapshot.rows, next, email })
  await provider.close()
}
write(`formats-${version}.json`, { version, definitions, moments: recorded })

for (const [name, kind] of Object.entries(recordedServers)) {
  const reason = kind.whyNot()
  if (reason !== null) throw new Error(`${kind.name} is not available: ${reason}`)
  const server = await kind.start()
  const engine = await server.open()
  const serverMoments = []
  for (const { name: moment, strategy, prepare } of moments) {
    const clock = makeClock()
    const provider = await startProvider(clock.now)
    const adapter = engine.adapter({ now: clock.now, migrate: true })
    await adapter.migrate()
    await deleteRows(engine)
    const { browser, next, email } = await prepare(openSiteOver(adapter, strategy, provider, clock))
    const cookies = cookiesOf(browser)
    const rows = await readAllRows(engine, kind)
    serverMoments.push({ name: moment, strategy, now: clock.now(), cookies, rows, next, email })
    await provider.close()
  }
  write(`servers-${version}-${name}.json`, { version, server: name, moments: serverMoments })
  await engine.close()
  await server.close()
}
