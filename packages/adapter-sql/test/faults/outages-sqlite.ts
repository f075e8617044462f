import { DatabaseSync } from 'node:sqlite'
import type { Adapter } from '@authwright/core/adapters'
import { sqliteAdapter } from '../../src/sqlite.ts'
import { scratchFile } from '../databases.ts'
import { openElsewhere } from '../other-process.ts'
import { rowsOf } from './crash-database.ts'
import type { OutageDatabase, Outage } from './outages-over.ts'

const BUSY_TIMEOUT = 20

/** An adapter that can be replaced by another at any time. */
const switchable = (first: Adapter) => {
  let current = first
  const adapter = new Proxy(first, { get: (_target, name) => Reflect.get(current, name) as unknown })
  return { adapter, switchTo: (other: Adapter) => void (current = other) }
}

const later = new Date('2040-01-01')
const FILLER = 'full@example.org'

/** Writes rows until twenty writes in a row fail, since some pages may have room left. */
const untilRefused = async (write: (key: string) => PromiseLike<unknown>): Promise<void> => {
  for (let refused = 0; refused < 20;) {
    const isStored = await write(crypto.randomUUID().slice(0, 8)).then(
      () => true,
      () => false,
    )
    refused = isStored ? 0 : refused + 1
  }
}

/** Fills a file until no page has room for another row of a sign-in. */
const fill = async (database: DatabaseSync, adapter: Required<Adapter>): Promise<void> => {
  await adapter.createUser({ id: 'full', email: FILLER, emailVerified: null })
  const { page_count: pages } = database.prepare('pragma page_count').get() ?? {}
  database.exec(`pragma max_page_count = ${Number(pages)}`)
  const account = { provider: 'full', type: 'oidc', userId: 'full' } as const
  await untilRefused(async (key) =>
    adapter.createVerificationToken({ identifier: `full${key}`, token: key, expires: later }),
  )
  await untilRefused(async (key) => adapter.createSession({ sessionToken: key, userId: 'full', expires: later }))
  await untilRefused(async (key) => adapter.linkAccount({ ...account, providerAccountId: key }))
  await untilRefused(async (key) => adapter.createUser({ id: `full${key}`, email: `${key}@full`, emailVerified: null }))
  await untilRefused(async (key) => adapter.incrementCounter(key, later))
}

const empty = (database: DatabaseSync): void => {
  database.exec('pragma max_page_count = 1000000')
  database.exec(`delete from verification_tokens where identifier like 'full%'`)
  database.exec(`delete from users where id like 'full%'`)
}

/** A file that can be read-only, locked by another process, or full. */
export const openSqliteOutages = async (): Promise<OutageDatabase> => {
  const file = scratchFile()
  const database = new DatabaseSync(file.path)
  const adapter = sqliteAdapter({ database, busyTimeout: BUSY_TIMEOUT })
  await adapter.migrate()
  const reading = new DatabaseSync(file.path, { readOnly: true })
  const reader = sqliteAdapter({ database: reading, migrate: false })
  const other = await openElsewhere(file.path)
  const current = switchable(adapter)

  const readOnly: Outage = {
    begin: () => current.switchTo(reader),
    end: () => current.switchTo(adapter),
  }
  const locked: Outage = {
    begin: () => other.execute('begin immediate'),
    end: () => other.execute('rollback'),
  }
  const full: Outage = {
    begin: () => fill(database, adapter),
    end: () => empty(database),
  }
  return {
    adapter: current.adapter,
    rows: () => rowsOf(async (sql) => database.prepare(sql).all()),
    outages: { 'can only be read': readOnly, 'is locked by another process': locked, 'is full': full },
    close: async () => {
      await other.close()
      reading.close()
      database.close()
      file.remove()
    },
  }
}
