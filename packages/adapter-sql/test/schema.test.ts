import { describe, expect, test } from 'vitest'
import { nodeMemory, over } from './databases.ts'

const ready = async () => {
  const subject = over(nodeMemory())
  await subject.adapter.migrate()
  return subject
}

describe('the schema', () => {
  test('no row can point to a user who is not there, whoever writes it', async () => {
    const { database } = await ready()
    expect(() => database.exec(`insert into sessions values ('hash', 'nobody', 1)`)).toThrow('FOREIGN KEY')
    expect(() => database.exec(`insert into users (id, email) values ('1', 'a@b.c'), ('2', 'a@b.c')`)).toThrow('UNIQUE')
  })
})

describe('columns that the application adds', () => {
  const withColumns = async () => {
    const subject = await ready()
    subject.database.exec(`alter table users add column role text default 'reader'`)
    subject.database.exec(`alter table users add column active boolean`)
    subject.database.exec(`alter table users add column joined datetime default null`)
    subject.database.exec(`alter table users add column settings json`)
    subject.database.exec(`alter table users add column score integer`)
    subject.database.exec(`alter table accounts add column refreshed integer`)
    return subject
  }
  const extra = {
    role: 'admin',
    active: true,
    joined: new Date('2030-01-02T03:04:05.678Z'),
    settings: { theme: 'dark', list: [1, 2] },
    score: 7,
  }

  test('come back as they were given, by every way a user is read', async () => {
    const { adapter } = await withColumns()
    const made = await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null, ...extra })
    await adapter.createSession({ sessionToken: 'token', userId: '1', expires: new Date(4_102_444_800_000) })
    expect(made).toMatchObject(extra)
    expect(await adapter.getUser('1')).toEqual(made)
    expect((await adapter.getSessionAndUser('token'))?.user).toEqual(made)
    expect(await adapter.updateUser({ id: '1', ...{ active: false } })).toEqual({ ...made, active: false })
  })

  test('have the defaults of the database, also those that SQLite writes itself', async () => {
    const { adapter, database } = await withColumns()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    database.exec(`update users set joined = '2030-01-02 03:04:05'`)
    expect(await adapter.getUser('1')).toMatchObject({
      role: 'reader',
      active: null,
      joined: new Date('2030-01-02T03:04:05Z'),
    })
  })

  test('of an account come back too', async () => {
    const { adapter } = await withColumns()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    const account = { provider: 'local', providerAccountId: 'a', type: 'oidc', userId: '1', refreshed: 5 } as const
    expect(await adapter.linkAccount(account)).toEqual(account)
    expect(await adapter.listAccounts('1')).toEqual([account])
  })

  test('added while the process runs are read without a restart', async () => {
    const { adapter, database } = await ready()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    await adapter.getUser('1')
    database.exec(`alter table users add column role text default 'reader'`)
    expect(await adapter.getUser('1')).toMatchObject({ role: 'reader' })
  })

  test('that are not there are dropped, with a note that names the member and not its value', async () => {
    const notes: string[] = []
    const { adapter } = over(nodeMemory(), { debug: (message) => notes.push(message) })
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null, ...{ shoe: 'forty-two' } })
    expect(await adapter.getUser('1')).not.toHaveProperty('shoe')
    expect(notes.join()).toContain('shoe')
    expect(notes.join()).not.toContain('forty-two')
  })
})
