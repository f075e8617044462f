import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { migrate } from '../src/index.ts'
import { drizzleLayout } from '../src/layouts.ts'
import { migrateSchema, pendingMigrations } from '../src/migrate/migrate.ts'
import { migrations } from '../src/migrate/migrations.ts'
import { sqliteAdapter, sqliteDialect } from '../src/sqlite.ts'
import { sqliteAloneFlavour } from '../src/flavours/sqlite-alone.ts'
import { sqliteFlavour } from '../src/flavours/sqlite.ts'
import { Kysely, sql } from 'kysely'
import type { Tables } from '../src/store/tables.ts'
import { nodeMemory, over, scratchFile } from './databases.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../src/migrate/main.ts', import.meta.url))
const command = (...given: string[]) => run(process.execPath, ['--conditions', 'authwright-source', main, ...given])

const kysely = () => new Kysely<Tables>({ dialect: sqliteDialect({ database: nodeMemory() }) })

describe('migrations', () => {
  test('are done once, and then there is nothing to do', async () => {
    const { adapter } = over(nodeMemory())
    const all = migrations.map((step) => step.name)
    expect(await adapter.pendingMigrations()).toEqual(all)
    expect(await adapter.migrate()).toEqual({ version: migrations.length, applied: all })
    expect(await adapter.migrate()).toEqual({ version: migrations.length, applied: [] })
    expect(await adapter.pendingMigrations()).toEqual([])
  })

  test('are numbered upwards without a gap', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, i) => i + 1))
  })

  test('run in eight processes at once are done by one of them', async () => {
    const { path, remove } = scratchFile()
    const reports = await Promise.all(Array.from({ length: 8 }, () => command(path)))
    expect(reports.filter(({ stdout }) => stdout.includes('applied'))).toHaveLength(1)
    expect(reports.filter(({ stdout }) => stdout.includes(`schema version ${migrations.length}`))).toHaveLength(8)
    remove()
  }, 30_000)

  test('that fail half-way leave nothing, and can be done again', async () => {
    const db = kysely()
    const broken = {
      version: migrations.length + 1,
      name: 'broken',
      up: async (within: Kysely<Tables>) => {
        await within.schema.createTable('half').addColumn('id', 'text').execute()
        throw new Error('power cut')
      },
    }
    await expect(migrateSchema(db, sqliteFlavour, [...migrations, broken])).rejects.toThrow('power cut')
    expect(await db.introspection.getTables()).toEqual([])
    expect((await migrateSchema(db, sqliteFlavour, migrations)).version).toBe(migrations.length)
  })

  test('leave a newer database alone, so that old processes live on', async () => {
    const db = kysely()
    const newer = { version: 9, name: 'of tomorrow', up: () => Promise.resolve() }
    await migrateSchema(db, sqliteFlavour, [...migrations, newer])
    expect(await migrateSchema(db, sqliteFlavour, migrations)).toEqual({ version: 9, applied: [] })
  })

  test('an outdated schema is refused with what to do, until it is brought up to date', async () => {
    const { adapter } = over(nodeMemory(), { migrate: false })
    await expect(adapter.getUser('1')).rejects.toThrow('authwright-migrate')
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

  test('of another layout are not taken for those of this one', async () => {
    const database = nodeMemory()
    database.exec(drizzleTables)
    const [own, adopting] = [over(database).adapter, over(database, { layout: drizzleLayout }).adapter]
    await own.migrate()
    for (const work of [adopting.migrate, adopting.pendingMigrations, () => adopting.getUser('1')])
      await expect(work()).rejects.toThrow('migrated with another `layout`, or without one')
    // What the error says to do, where the layout is right.
    database.exec('drop table authwright_migrations')
    expect((await adopting.migrate()).applied).toContain('what adopted tables lack')
    await adopting.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    const twice = () => database.exec(`insert into user (id, email) values ('2', 'Ada@example.org')`)
    expect(twice).toThrow('UNIQUE')
    await expect(over(database).adapter.getUser('1')).rejects.toThrow('"what adopted tables lack"')
  })

  test('that another layout began in vain are begun anew', async () => {
    const db = new Kysely<Tables>({ dialect: sqliteDialect({ database: nodeMemory() }) })
    const [first, ...rest] = migrations
    if (first === undefined) throw new Error('no first step')
    const failing = { ...first, name: 'of another layout', up: () => Promise.reject(new Error('no such table')) }
    await expect(migrateSchema(db, sqliteAloneFlavour, [failing, ...rest])).rejects.toThrow('no such table')
    // What is there is not what an interrupted run of these steps left.
    await sql`create table users (id text, name text, email text, "emailVerified" integer, image text)`.execute(db)
    await expect(migrateSchema(db, sqliteAloneFlavour, migrations)).rejects.toThrow('already exists')
    await db.schema.dropTable('users').execute()
    await migrateSchema(db, sqliteAloneFlavour, migrations)
    expect(await pendingMigrations(db, sqliteAloneFlavour, migrations)).toEqual([])
  })

  test('a user table of somebody else is not touched', async () => {
    const database = nodeMemory()
    database.exec('create table users (id integer primary key, login text)')
    const { adapter } = over(database)
    await expect(adapter.getUser('1')).rejects.toThrow('already exists')
    expect(database.prepare('select count(*) as count from pragma_table_info(?)').get('users')).toEqual({ count: 2 })
  })
})

describe('authwright-migrate', () => {
  test('says what is missing, does it, and says so', async () => {
    const { path, remove } = scratchFile()
    await expect(command(path, '--status')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('missing: '),
    })
    expect((await command(path)).stdout).toContain('applied: ')
    expect((await command(path, '--status')).stdout.trim()).toBe('up to date')
    const adapter = sqliteAdapter({ path, migrate: false })
    expect(await adapter.getUser('1')).toBeNull()
    await adapter.close()
    remove()
  }, 30_000)

  test('without a file says how it is used', async () => {
    await expect(command()).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringContaining('authwright-migrate <address>'),
    })
  }, 30_000)
})
