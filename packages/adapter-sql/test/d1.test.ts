import { DatabaseSync } from 'node:sqlite'
import { adapterContract } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { d1Adapter } from '../src/d1.ts'
import { migrations } from '../src/migrate/migrations.ts'
import { shapedLikeD1 } from './d1-shape.ts'

const open = (database = new DatabaseSync(':memory:')) => {
  const adapter = d1Adapter({ database: shapedLikeD1(database), migrate: true })
  const tables = ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators', 'attempts']
  const dump = () => JSON.stringify(tables.map((table) => database.prepare(`select * from ${table}`).all()))
  return { adapter, dump, database }
}

describe('a database in the shape of D1 keeps the contract', () => {
  adapterContract({ test, make: () => open(), without: ['transactions'] })
})

describe('migrations without transactions', () => {
  test('that were interrupted are completed by the next run', async () => {
    const database = new DatabaseSync(':memory:')
    let left = 9
    const failing = shapedLikeD1(database)
    const prepare = (sql: string) => {
      if (sql.startsWith('create') && (left -= 1) < 0) throw new Error('the worker was stopped')
      return failing.prepare(sql)
    }
    await expect(d1Adapter({ database: { prepare } }).migrate()).rejects.toThrow('stopped')
    const { adapter } = open(database)
    expect(await adapter.pendingMigrations()).toHaveLength(migrations.length)
    expect((await adapter.migrate()).applied).toHaveLength(migrations.length)
    expect(await adapter.getUser('nobody')).toBeNull()
  })

  test('leave a user table of somebody else alone', async () => {
    const { adapter, database } = open()
    database.exec('create table users (id integer primary key, login text)')
    await expect(adapter.getUser('1')).rejects.toThrow('exists')
  })
})
