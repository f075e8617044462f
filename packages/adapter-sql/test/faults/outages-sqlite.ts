import { DatabaseSync } from 'node:sqlite'
import type { Adapter } from '@authwright/core/adapters'
import { sqliteAdapter } from '../../src/sqlite.ts'
import { scratchFile } from '../databases.ts'
import { openElsewhere } from '../other-process.ts'
import { rowsOf } from './crash-place.ts'
import type { Ground, Outage } from './outages-over.ts'

const PATIENCE = 20

/** An adapter that can be put in the place of another at any time. */
const switchable = (first: Adapter) => {
  let current = first
  const adapter = new Proxy(first, { get: (_target, name) => Reflect.get(current, name) as unknown })
  return { adapter, turnTo: (other: Adapter) => void (current = other) }
}

const later = new Date('2040-01-01')
const FILLER = 'full@example.org'

/** Writes until it is refused again and again, wherever in a table a row belongs. */
const untilRefused = async (write: (key: string) => PromiseLike<unknown>): Promise<void> => {
  for (let refused = 0; refused < 20;) {
    const isKept = await write(crypto.randomUUID().slice(0, 8)).then(
      () => true,
      () => false,
    )
    refused = isKept ? 0 : refused + 1
  }
}

/** Fills a file until no page of what sign-ins write has room for another row. */
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

/** A file that can be made unwritable, that another process can lock, and that can be full. */
export const openSqliteGround = async (): Promise<Ground> => {
  const file = scratchFile()
  const database = new DatabaseSync(file.path)
  const adapter = sqliteAdapter({ database, busyTimeout: PATIENCE })
  await adapter.migrate()
  const reading = new DatabaseSync(file.path, { readOnly: true })
  const reader = sqliteAdapter({ database: reading, migrate: false })
  const other = await openElsewhere(file.path)
  const now = switchable(adapter)

  const readOnly: Outage = {
    begin: () => now.turnTo(reader),
    end: () => now.turnTo(adapter),
  }
  const locked: Outage = {
    begin: () => other.say('begin immediate'),
    end: () => other.say('rollback'),
  }
  const full: Outage = {
    begin: () => fill(database, adapter),
    end: () => empty(database),
  }
  return {
    adapter: now.adapter,
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
