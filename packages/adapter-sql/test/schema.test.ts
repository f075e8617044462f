import { describe, expect, test } from 'vitest'
import { nodeMemory, over } from './databases.ts'
import { engines } from './engines.ts'

const ready = async () => {
  const subject = over(nodeMemory())
  await subject.adapter.migrate()
  return subject
}

describe('the schema', () => {
  test('refuses rows with an unknown user, and two users with one e-mail address', async () => {
    const { database } = await ready()
    expect(() =>
      database.exec(`insert into sessions (tokenHash, userId, expires) values ('hash', 'absent', 1)`),
    ).toThrow('FOREIGN KEY')
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

  test('are returned by every method that reads a user', async () => {
    const { adapter } = await withColumns()
    const made = await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null, ...extra })
    await adapter.createSession({ sessionToken: 'token', userId: '1', expires: new Date(4_102_444_800_000) })
    expect(made).toMatchObject(extra)
    expect(await adapter.getUser('1')).toEqual(made)
    expect((await adapter.getSessionAndUser('token'))?.user).toEqual(made)
    expect(await adapter.updateUser({ id: '1', ...{ active: false } })).toEqual({ ...made, active: false })
  })

  test('have the default values of the database, also instants that SQLite writes', async () => {
    const { adapter, database } = await withColumns()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    database.exec(`update users set joined = '2030-01-02 03:04:05'`)
    expect(await adapter.getUser('1')).toMatchObject({
      role: 'reader',
      active: null,
      joined: new Date('2030-01-02T03:04:05Z'),
    })
  })

  test('of an account are returned', async () => {
    const { adapter } = await withColumns()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    const account = { provider: 'local', providerAccountId: 'a', type: 'oidc', userId: '1', refreshed: 5 } as const
    expect(await adapter.linkAccount(account)).toEqual(account)
    expect(await adapter.listAccounts('1')).toEqual([account])
  })

  test('are read without a restart if they are added while the process runs', async () => {
    const { adapter, database } = await ready()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    await adapter.getUser('1')
    database.exec(`alter table users add column role text default 'reader'`)
    expect(await adapter.getUser('1')).toMatchObject({ role: 'reader' })
  })

  test('are written without a restart if they are added while the process runs', async () => {
    const { adapter, database } = await ready()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    database.exec(`alter table users add column role text default 'reader'`)
    expect(await adapter.updateUser({ id: '1', ...{ role: 'admin' } })).toMatchObject({ role: 'admin' })
    expect(await adapter.getUser('1')).toMatchObject({ role: 'admin' })
  })

  test('are written after a write that came too early, once a row was read', async () => {
    const { adapter, database } = await ready()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    await adapter.createSession({ sessionToken: 'token', userId: '1', expires: new Date(4_102_444_800_000) })
    const setActive = () => adapter.updateUser({ id: '1', ...{ active: true } })
    expect(await setActive()).not.toHaveProperty('active')
    database.exec(`alter table users add column active boolean default false`)
    expect((await adapter.getSessionAndUser('token'))?.user).toMatchObject({ active: false })
    expect(await setActive()).toMatchObject({ active: true })
  })

  test('are looked for once: a member that never has a column costs no further query', async () => {
    const engine = await engines.sqlite.start().then((server) => server.open())
    const statements: string[] = []
    const adapter = engine.recorded((sql) => statements.push(sql))
    const inspections = () => statements.filter((sql) => sql.includes('pragma_table_info(')).length
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    const before = inspections()
    for (const name of ['Ada', 'Ann', 'Bea']) await adapter.updateUser({ id: '1', name, ...{ shoe: 42 } })
    expect(inspections() - before).toBe(1)
    await engine.close()
  })

  test('are needed for additional members: others are dropped, with a debug message that does not contain the value', async () => {
    const messages: string[] = []
    const { adapter } = over(nodeMemory(), { debug: (message) => messages.push(message) })
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null, ...{ shoe: 'forty-two' } })
    expect(await adapter.getUser('1')).not.toHaveProperty('shoe')
    expect(messages.join()).toContain('shoe')
    expect(messages.join()).not.toContain('forty-two')
  })
})
