import { DatabaseSync } from 'node:sqlite'
import { adapterContract } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { d1Adapter } from '../src/d1.ts'
import { migrations } from '../src/migrate/migrations.ts'
import { mockD1 } from './d1-mock.ts'

const open = (database = new DatabaseSync(':memory:')) => {
  const adapter = d1Adapter({ database: mockD1(database), migrate: true })
  const tables = ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators', 'counters']
  const dump = () => JSON.stringify(tables.map((table) => database.prepare(`select * from ${table}`).all()))
  return { adapter, dump, database }
}

describe('a mock of D1 fulfills the adapter contract', () => {
  adapterContract({ test, make: () => open(), without: ['transactions'] })
})

describe('migrations without transactions', () => {
  test('that were interrupted are completed by the next run', async () => {
    const database = new DatabaseSync(':memory:')
    let left = 9
    const failing = mockD1(database)
    const prepare = (sql: string) => {
      if (sql.startsWith('create') && (left -= 1) < 0) throw new Error('the worker was stopped')
      return failing.prepare(sql)
    }
    await expect(d1Adapter({ database: { prepare } }).migrate()).rejects.toThrow('stopped')
    const { adapter } = open(database)
    expect(await adapter.pendingMigrations()).toHaveLength(migrations.length)
    const begun: string[] = []
    const { applied } = await adapter.migrate({ onMigration: (name) => void begun.push(name) })
    expect(applied).toHaveLength(migrations.length)
    expect(begun).toEqual(applied)
    expect(await adapter.getUser('absent')).toBeNull()
  })

  test('do not change a table of users that Authwright did not create', async () => {
    const { adapter, database } = open()
    database.exec('create table users (id integer primary key, login text)')
    await expect(adapter.getUser('1')).rejects.toThrow('exists')
  })
})
