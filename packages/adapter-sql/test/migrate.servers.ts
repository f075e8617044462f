import { describe, expect, test } from 'vitest'
import { migrate } from '../src/index.ts'
import { drizzleSchema } from '../src/schemas.ts'
import { migrateSchema, pendingMigrations } from '../src/migrate/run-migrations.ts'
import { migrations } from '../src/migrate/migrations.ts'
import { sqliteDialect } from '../src/sqlite.ts'
import { sqliteRules, sqliteWithoutTransactionsRules } from '../src/engines/sqlite.ts'
import { Kysely, sql } from 'kysely'
import type { Tables } from '../src/store/tables.ts'
import { byLength, inProcesses, oneApplied } from './address-processes.ts'
import { nodeMemory, over, scratchFile } from './databases.ts'

const kysely = () => new Kysely<Tables>({ dialect: sqliteDialect({ database: nodeMemory() }) })

describe('migrations', () => {
  test('are applied once', async () => {
    const { adapter } = over(nodeMemory())
    const all = migrations.map(({ name }) => name)
    expect(await adapter.pendingMigrations()).toEqual(all)
    expect(await adapter.migrate()).toEqual({ version: migrations.length, applied: all })
    expect(await adapter.migrate()).toEqual({ version: migrations.length, applied: [] })
    expect(await adapter.pendingMigrations()).toEqual([])
  })

  test('have ascending numbers without a gap', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, i) => i + 1))
  })

  test('are applied by one of eight processes that run at once', async () => {
    const { path, remove } = scratchFile()
    const reports = await inProcesses(8, 'migrate', path)
    expect(reports.toSorted(byLength)).toEqual(oneApplied(8))
    remove()
  }, 30_000)

  test('that fail leave no table, and can be applied again', async () => {
    const db = kysely()
    const broken = {
      version: migrations.length + 1,
      name: 'broken',
      up: async (within: Kysely<Tables>) => {
        await within.schema.createTable('half').addColumn('id', 'text').execute()
        throw new Error('power cut')
      },
    }
    await expect(migrateSchema(db, sqliteRules, [...migrations, broken])).rejects.toThrow('power cut')
    expect(await db.introspection.getTables()).toEqual([])
    expect((await migrateSchema(db, sqliteRules, migrations)).version).toBe(migrations.length)
  })

  test('do not change a newer database, so that old processes go on working', async () => {
    const db = kysely()
    const newer = { version: 9, name: 'newer', up: () => Promise.resolve() }
    await migrateSchema(db, sqliteRules, [...migrations, newer])
    expect(await migrateSchema(db, sqliteRules, migrations)).toEqual({ version: 9, applied: [] })
  })

  test('that are pending make the first use throw an error with instructions', async () => {
    const { adapter } = over(nodeMemory(), { migrate: false })
    await expect(adapter.getUser('1')).rejects.toThrow('npx @authwright/cli migrate')
    await migrate(adapter)
    expect(await adapter.getUser('1')).toBeNull()
  })

  const drizzleTables = `
    create table user (id text primary key, name text, email text, emailVerified integer, image text);
    create table account (userId text not null, type text not null, provider text not null, providerAccountId text not null,
      primary key (provider, providerAccountId));
    create table session (sessionToken text primary key, userId text not null, expires integer not null);
    create table verificationToken (identifier text not null, token text not null, expires integer not null,
      primary key (identifier, token))`

  test('of another schema are not taken for those of this one', async () => {
    const database = nodeMemory()
    database.exec(drizzleTables)
    const [byDefault, forDrizzle] = [over(database).adapter, over(database, { schema: drizzleSchema }).adapter]
    await byDefault.migrate()
    for (const work of [forDrizzle.migrate, forDrizzle.pendingMigrations, () => forDrizzle.getUser('1')])
      await expect(work()).rejects.toThrow('migrated with another `schema`, or without one')
    // The error says so for the case that the schema is right.
    database.exec('drop table authwright_migrations')
    expect((await forDrizzle.migrate()).applied).toContain('additions to existing tables')
    await forDrizzle.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    const twice = () => database.exec(`insert into user (id, email) values ('2', 'Ada@example.org')`)
    expect(twice).toThrow('UNIQUE')
    await expect(over(database).adapter.getUser('1')).rejects.toThrow('"additions to existing tables"')
  })

  test('that another schema failed to apply are started again', async () => {
    const db = new Kysely<Tables>({ dialect: sqliteDialect({ database: nodeMemory() }) })
    const [first, ...rest] = migrations
    if (first === undefined) throw new Error('no first migration')
    const failing = { ...first, name: 'of another schema', up: () => Promise.reject(new Error('no such table')) }
    await expect(migrateSchema(db, sqliteWithoutTransactionsRules, [failing, ...rest])).rejects.toThrow('no such table')
    // This table is not what an interrupted run of these migrations left.
    await sql`create table users (id text, name text, email text, "emailVerified" integer, image text)`.execute(db)
    await expect(migrateSchema(db, sqliteWithoutTransactionsRules, migrations)).rejects.toThrow('already exists')
    await db.schema.dropTable('users').execute()
    await migrateSchema(db, sqliteWithoutTransactionsRules, migrations)
    expect(await pendingMigrations(db, sqliteWithoutTransactionsRules, migrations)).toEqual([])
  })

  test('do not change a table of users that Authwright did not create', async () => {
    const database = nodeMemory()
    database.exec('create table users (id integer primary key, login text)')
    const { adapter } = over(database)
    await expect(adapter.getUser('1')).rejects.toThrow('already exists')
    expect(database.prepare('select count(*) as count from pragma_table_info(?)').get('users')).toEqual({ count: 2 })
  })
})
