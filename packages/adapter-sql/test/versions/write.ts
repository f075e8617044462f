// Records the formats of this version: `node --conditions=authwright-source packages/adapter-sql/test/versions/write.ts 0.1.0`.
// A file that a release was made with is never written again; its successor gets a file of its own.
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from '@authwright/testing'
import { keep } from './kept.ts'
import { moments } from './moments.ts'
import { startProvider } from './provider.ts'
import { keepRows, recordedServers, removeRows } from './server-rows.ts'
import { makeClock, openSite, openSiteOver } from './site.ts'

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('Say which version it is')

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
  const site = openSite(new DatabaseSync(':memory:'), strategy, provider, clock)
  await site.adapter.migrate()
  const { browser, visit, email } = await prepare(site)
  const kept = keep(site.database)
  definitions = kept.definitions
  recorded.push({ name, strategy, now: clock.now(), cookies: cookiesOf(browser), rows: kept.rows, visit, email })
  await provider.close()
}
write(`formats-${version}.json`, { version, definitions, moments: recorded })

for (const [name, kind] of Object.entries(recordedServers)) {
  const reason = kind.whyNot()
  if (reason !== null) throw new Error(`${kind.name} is not here: ${reason}`)
  const server = await kind.start()
  const engine = await server.open()
  const left = []
  for (const { name: moment, strategy, prepare } of moments) {
    const clock = makeClock()
    const provider = await startProvider(clock.now)
    const adapter = engine.adapter({ now: clock.now, migrate: true })
    await adapter.migrate()
    await removeRows(engine)
    const { browser, visit, email } = await prepare(openSiteOver(adapter, strategy, provider, clock))
    const cookies = cookiesOf(browser)
    const rows = await keepRows(engine, kind)
    left.push({ name: moment, strategy, now: clock.now(), cookies, rows, visit, email })
    await provider.close()
  }
  write(`servers-${version}-${name}.json`, { version, server: name, moments: left })
  await engine.close()
  await server.close()
}
