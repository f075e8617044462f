// Records the formats of this version: `node --conditions=gatehouse-source packages/adapter-sql/test/versions/write.ts 0.1.0`.
// A file that a release was made with is never written again; its successor gets a file of its own.
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { keep } from './kept.ts'
import { moments } from './moments.ts'
import { startProvider } from './provider.ts'
import { makeClock, openSite } from './site.ts'

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('Say which version it is')

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
  const cookies = Object.fromEntries(browser.jar.list().map((cookie) => [cookie.name, cookie.value]))
  recorded.push({ name, strategy, now: clock.now(), cookies, rows: kept.rows, visit, email })
  await provider.close()
}
const file = new URL(`formats-${version}.json`, import.meta.url)
writeFileSync(file, `${JSON.stringify({ version, definitions, moments: recorded }, null, 2)}\n`)
console.log(`${recorded.length} moments`)
