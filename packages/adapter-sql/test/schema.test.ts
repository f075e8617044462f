import { describe, expect, onTestFinished, test, vi } from 'vitest'
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

  test('are written after a write that came too early, by the next write', async () => {
    const { adapter, database } = await ready()
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    const setActive = () => adapter.updateUser({ id: '1', ...{ active: true } })
    expect(await setActive()).not.toHaveProperty('active')
    database.exec(`alter table users add column active boolean default false`)
    expect(await setActive()).toMatchObject({ active: true })
    expect(await adapter.getUser('1')).toMatchObject({ active: true })
  })

  test('are written to a new user after a write that came too early', async () => {
    const { adapter, database } = await ready()
    const create = (id: string) =>
      adapter.createUser({ id, email: `${id}@example.org`, emailVerified: null, ...{ role: 'writer' } })
    expect(await create('1')).not.toHaveProperty('role')
    database.exec(`alter table users add column role text default 'reader'`)
    expect(await create('2')).toMatchObject({ role: 'writer' })
  })

  const counted = async () => {
    const engine = await engines.sqlite.start().then((server) => server.open())
    onTestFinished(() => engine.close())
    const statements: string[] = []
    const adapter = engine.recorded((sql) => statements.push(sql))
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
    const account = { provider: 'local', providerAccountId: 'a', type: 'oidc', userId: '1' } as const
    await adapter.linkAccount(account)
    await adapter.createSession({ sessionToken: 'token', userId: '1', expires: new Date(4_102_444_800_000) })
    await adapter.getSessionAndUser('token')
    return {
      adapter,
      account,
      inspections: async (work: () => unknown) => {
        statements.length = 0
        await work()
        return statements.filter((sql) => sql.includes('pragma_table_info(')).length
      },
    }
  }

  test('of an account are looked for once: a member that never has a column costs no further query', async () => {
    const { adapter, account, inspections } = await counted()
    const write = async () => {
      for (const scope of ['a', 'b', 'c']) await adapter.updateAccount({ ...account, scope, ...{ shoe: 42 } })
    }
    expect(await inspections(write)).toBe(1)
  })

  test('of a user are looked for by writes of such members only', async () => {
    const { adapter, inspections } = await counted()
    const write = async () => {
      for (const name of ['Ada', 'Ann', 'Bea']) await adapter.updateUser({ id: '1', name, ...{ shoe: 42 } })
    }
    expect(await inspections(write)).toBe(3)
    expect(await inspections(() => adapter.updateUser({ id: '1', name: 'Ada', image: null }))).toBe(0)
    expect(await inspections(() => adapter.getUser('1'))).toBe(0)
    expect(await inspections(() => adapter.getSessionAndUser('token'))).toBe(0)
  })

  test('are needed for additional members: others are dropped, with a debug message that does not contain the value', async () => {
    const messages: string[] = []
    const { adapter } = over(nodeMemory(), { debug: (message) => messages.push(message) })
    await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null, ...{ shoe: 'forty-two' } })
    expect(await adapter.getUser('1')).not.toHaveProperty('shoe')
    expect(messages.join()).toContain('shoe')
    expect(messages.join()).not.toContain('forty-two')
  })

  describe('are missing:', () => {
    const write = async (mode: string, options = {}) => {
      vi.stubEnv('NODE_ENV', mode)
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      onTestFinished(() => {
        vi.unstubAllEnvs()
        warn.mockRestore()
      })
      const { adapter } = over(nodeMemory(), options)
      await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null, ...{ role: 'secret' } })
      for (const role of ['secret', 'other']) await adapter.updateUser({ id: '1', ...{ role, shoe: 42 } })
      await adapter.linkAccount({
        ...{ provider: 'local', providerAccountId: 'a', type: 'oidc', userId: '1' },
        ...{ refreshed: 5 },
      })
      return warn.mock.calls.map(([text]) => String(text))
    }

    test('a development server is warned once for each column of the users, without the value', async () => {
      const lines = await write('development')
      expect(lines).toEqual([
        expect.stringMatching(
          /^\d{4}-\S+Z \[auth\]\[warn\]\[members-not-stored\] .*\brole\b.*Add the column.*\n\[docs\] https:/,
        ),
        expect.stringContaining('shoe'),
      ])
      expect(lines.join()).not.toContain('secret')
    })

    test('a server in production is not warned', async () => {
      expect(await write('production')).toEqual([])
    })

    test('the option `debug` gets the messages instead', async () => {
      const messages: string[] = []
      expect(await write('development', { debug: (message: string) => messages.push(message) })).toEqual([])
      expect(messages.join()).toMatch(/role.*shoe.*refreshed/)
    })
  })
})
