import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inspect, promisify } from 'node:util'
import { fixedClock } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { migrations } from '../src/migrate/migrations.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'
import { withEngine } from './with-engine.ts'

// A zone that is not UTC and changes to summer time: what it gets wrong stays hidden elsewhere.
process.env['TZ'] = 'Europe/Berlin'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../src/migrate/main.ts', import.meta.url))
const command = (...given: string[]) => run(process.execPath, ['--conditions', 'authwright-source', main, ...given])

const later = new Date('2040-01-01T00:00:00.123Z')
const newUser = () => {
  const id = crypto.randomUUID()
  return { id, email: `${id}@example.org`, emailVerified: null }
}

/** Something to wait for. */
const signal = () => {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give }
}

const rulesOf = (kind: EngineKind) => {
  let server: EngineServer
  let engine: Engine
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ server, engine, adapter } = open))

  test('keys that differ in case, accents or trailing spaces only are different keys', async () => {
    const [ada, grace] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
    const account = { provider: 'local', type: 'oidc' } as const
    await adapter.linkAccount({ ...account, providerAccountId: 'resume', userId: ada.id })
    for (const providerAccountId of ['Resume', 'resumé', 'resume ', 'résume', 're\u0301sume'])
      expect(await adapter.getUserByAccount({ provider: 'local', providerAccountId })).toBeNull()
    await adapter.linkAccount({ ...account, providerAccountId: 'Resume', userId: grace.id })
    expect(await adapter.getUserByAccount({ provider: 'local', providerAccountId: 'resume' })).toMatchObject(ada)
    expect(await adapter.getUserByAccount({ provider: 'local', providerAccountId: 'Resume' })).toMatchObject(grace)
  })

  test('e-mail addresses that differ in accents are different addresses', async () => {
    const { id } = newUser()
    const plain = await adapter.createUser({ ...newUser(), email: `jose-${id}@example.org` })
    const accented = await adapter.createUser({ ...newUser(), email: `josé-${id}@example.org` })
    expect(await adapter.getUserByEmail(`jose-${id}@example.org`)).toMatchObject({ id: plain.id })
    expect(await adapter.getUserByEmail(`josé-${id}@example.org`)).toMatchObject({ id: accented.id })
  })

  test('an instant comes back to the millisecond, also around a change of summer time', async () => {
    expect(new Date('2027-07-01').getTimezoneOffset()).toBe(-120)
    const { id } = await adapter.createUser(newUser())
    for (const text of ['2027-03-28T01:30:00.001Z', '2027-10-31T00:30:00.999Z', '2027-10-31T01:30:00.000Z']) {
      const sessionToken = crypto.randomUUID()
      await adapter.createSession({ sessionToken, userId: id, expires: new Date(text) })
      expect((await adapter.getSessionAndUser(sessionToken))?.session.expires.toISOString()).toBe(text)
      const updated = await adapter.updateUser({ id, emailVerified: new Date(text) })
      expect(updated.emailVerified?.toISOString()).toBe(text)
    }
  })

  test('columns that the application adds come back as they were given', async () => {
    const { quote } = kind
    const extended = await server.open()
    await extended.adapter().migrate()
    for (const column of ['role varchar(20)', 'active boolean', 'joined timestamp', 'settings json', 'score integer'])
      await extended.query(`alter table ${quote('users')} add column ${column}`)
    const own = extended.adapter()
    const extra = { role: 'admin', active: true, settings: { theme: 'dark', list: [1, 2] }, score: 7 }
    const joined = new Date('2030-01-02T03:04:05.000Z')
    const made = await own.createUser({ ...newUser(), ...extra, ...{ joined } })
    expect(made).toMatchObject({ ...extra, joined })
    await own.createSession({ sessionToken: 'extended', userId: made.id, expires: later })
    expect((await own.getSessionAndUser('extended'))?.user).toEqual(made)
    expect(await own.updateUser({ id: made.id, ...{ settings: [true], active: false } })).toMatchObject({
      settings: [true],
      active: false,
      joined,
    })
    await extended.close()
  })

  test('what is too long for its column is refused by the column’s name, and without the value', async () => {
    const { quote } = kind
    const narrow = await server.open()
    await narrow.adapter().migrate()
    await narrow.query(`alter table ${quote('users')} add column role varchar(20)`)
    await narrow.query(`alter table ${quote('accounts')} drop column access_token`)
    await narrow.query(`alter table ${quote('accounts')} add column access_token varchar(255)`)
    const own = narrow.adapter()
    const secret = 'x'.repeat(255)
    const { id } = await own.createUser({ ...newUser(), ...{ role: 'x'.repeat(20) } })
    const account = { provider: 'p', type: 'oidc', providerAccountId: 'a', userId: id } as const
    const KEPT = 'kept'
    const refusal = async (work: () => unknown) => {
      try {
        await work()
        return KEPT
      } catch (error) {
        return inspect(error)
      }
    }
    // SQLite keeps texts of any length in any column.
    const isWide = /sqlite|libsql/i.test(kind.name)
    const told = [
      await refusal(() => own.linkAccount({ ...account, access_token: `${secret}x` })),
      await refusal(() => own.createUser({ ...newUser(), ...{ role: 'x'.repeat(21) } })),
    ]
    const refused: unknown[] = [
      expect.stringMatching(/^Error: accounts\.access_token: a value is longer than the 255 characters of its column/),
      expect.stringMatching(/^Error: users\.role: a value is longer than the 20 characters of its column/),
    ]
    expect(told).toEqual(isWide ? [KEPT, KEPT] : refused)
    expect(told.join()).not.toContain('xxx')
    if (!isWide) await own.linkAccount({ ...account, access_token: secret })
    expect(await own.getAccount('a', 'p')).toMatchObject({ access_token: isWide ? `${secret}x` : secret })
    await narrow.close()
  })

  test('a part of a transaction that loses a race can fail alone', async () => {
    const known = await adapter.createUser(newUser())
    const fresh = newUser()
    const found = await adapter.transaction(async (inner) => {
      await inner.createUser?.(fresh)
      const part = async () =>
        inner.transaction?.(async (part) => part.createUser?.({ ...newUser(), email: known.email }))
      await expect(part).rejects.toMatchObject({ name: 'UniqueViolation', constraint: 'email' })
      return inner.getUserByEmail?.(known.email)
    })
    expect(found).toMatchObject({ id: known.id })
    expect(await adapter.getUser(fresh.id)).toMatchObject({ id: fresh.id })
  })

  test('whoever was faster is seen by the rest of a transaction that had looked before', async () => {
    // One connection alone has nobody beside it.
    if (engine.url === undefined) return
    const faster = newUser()
    const found = await adapter.transaction(async (inner) => {
      expect(await inner.getUserByEmail?.(faster.email)).toBeNull()
      await engine.adapter().createUser(faster)
      const part = async () =>
        inner.transaction?.(async (part) => part.createUser?.({ ...newUser(), email: faster.email }))
      await expect(part).rejects.toMatchObject({ constraint: 'email' })
      return inner.getUserByEmail?.(faster.email)
    })
    expect(found).toMatchObject({ id: faster.id })
  })

  test('two transactions that lock the same rows in opposite order both succeed', async () => {
    // Transactions of one connection follow one another and cannot lock each other out.
    if (engine.url === undefined) return
    const [ada, grace] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
    let waiting = 0
    let goOn = (): void => undefined
    const both = new Promise<void>((resolve) => (goOn = resolve))
    const runs: string[] = []
    const work = (name: string, first: string, second: string) =>
      adapter.transaction(async (inner) => {
        runs.push(name)
        await inner.updateUser?.({ id: first, name })
        if ((waiting += 1) === 2) goOn()
        await both
        await inner.updateUser?.({ id: second, name })
        return name
      })
    const done = await Promise.all([work('here', ada.id, grace.id), work('there', grace.id, ada.id)])
    expect(done).toEqual(['here', 'there'])
    expect(runs.length).toBeGreaterThan(2)
    const names = [(await adapter.getUser(ada.id))?.name, (await adapter.getUser(grace.id))?.name]
    expect(names[0]).toBe(names[1])
  })

  test('a transaction that took too long writes nothing more, by whichever adapter', async () => {
    // One connection alone has nobody who could hold it up.
    if (engine.url === undefined) return
    const { id } = await adapter.createUser(newUser())
    const [first, second, third, fourth] = [newUser(), newUser(), newUser(), newUser()]
    const [locked, begun, letGo, tried] = [signal(), signal(), signal(), signal()]
    const holder = adapter.transaction(async (inner) => {
      await inner.updateUser?.({ id, name: 'held' })
      locked.give()
      await letGo.given
    })
    await locked.given
    const impatient = engine.adapter({ transactionTimeout: 100 })
    // From here on it knows the columns and has nothing to ask before it writes.
    await impatient.getUser(id)
    let writes: readonly PromiseSettledResult<unknown>[] = []
    const late = impatient.transaction(async (inner) => {
      await inner.transaction?.(async (part) => {
        begun.give()
        await Promise.resolve(part.updateUser?.({ id, name: 'late' })).catch(() => undefined)
        writes = await Promise.allSettled([
          inner.createUser?.(first),
          part.createUser?.(second),
          impatient.createUser(third),
          part.transaction?.(async (innermost) => innermost.createUser?.(fourth)),
        ])
        tried.give()
      })
    })
    const failure = late.catch(String)
    await begun.given
    await new Promise((resolve) => void setTimeout(resolve, 100))
    letGo.give()
    await holder
    expect(await failure).toContain('longer than 100 ms')
    await tried.given
    expect(writes).toHaveLength(4)
    for (const write of writes)
      expect(write).toMatchObject({ status: 'rejected', reason: { message: 'the transaction is over' } })
    expect(await adapter.getUser(id)).toMatchObject({ name: 'held' })
    for (const user of [first, second, third, fourth]) expect(await adapter.getUser(user.id)).toBeNull()
  })

  test('what is over is removed in batches, also by several at once, and nothing else', async () => {
    const clock = fixedClock('2035-01-01T00:00:00Z')
    const fresh = await server.open()
    const [one, other] = [fresh.adapter({ now: clock.now }), fresh.adapter({ now: clock.now })]
    const { id } = await one.createUser(newUser())
    const at = (seconds: number) => new Date(clock.now() + seconds * 1000)
    for (let i = 0; i < 20; i += 1) await one.createSession({ sessionToken: `s${i}`, userId: id, expires: at(i - 10) })
    await one.createVerificationToken({ identifier: 'a', token: 'over', expires: at(-1) })
    await one.incrementCounter('key', at(-1))
    const removed = await Promise.all([one.deleteExpired({ limit: 4 }), other.deleteExpired({ limit: 4 })])
    expect(removed).toEqual([4, 4])
    expect(await one.deleteExpired()).toBe(5)
    expect(await one.deleteExpired()).toBe(0)
    expect(await one.getSessionAndUser('s10')).toBeNull()
    expect(await one.getSessionAndUser('s11')).not.toBeNull()
    await fresh.close()
  })

  test('migrations in several processes at once are done by one of them', async () => {
    const empty = await server.open()
    if (empty.url === undefined) return empty.close()
    const address = empty.url
    const reports = await Promise.all(Array.from({ length: 4 }, () => command(address)))
    expect(reports.filter(({ stdout }) => stdout.includes('applied'))).toHaveLength(1)
    expect(reports.filter(({ stdout }) => stdout.includes(`schema version ${migrations.length}`))).toHaveLength(4)
    expect((await command(address, '--status')).stdout).toContain('up to date')
    await empty.close()
  })

  test('migrations in one process at once are done once', async () => {
    const empty = await server.open()
    const reports = await Promise.all(Array.from({ length: 4 }, () => empty.adapter().migrate()))
    expect(reports.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
    await empty.close()
  })

  test('a user table of somebody else is not touched', async () => {
    const foreign = await server.open()
    await foreign.query('create table users (id integer primary key, login varchar(20))')
    const careless = foreign.adapter()
    // The second time it looks as if an earlier run had made some of it.
    for (const _time of [1, 2]) await expect(careless.getUser('1')).rejects.toThrow(/exist/)
    expect(await foreign.query('select login from users')).toEqual([])
    await foreign.close()
  })
}

describe.each(Object.values(engines).map((kind) => [kind.name, kind] as const))(
  '%s',
  { timeout: 60_000 },
  (_name, kind) => {
    rulesOf(kind)
  },
)
