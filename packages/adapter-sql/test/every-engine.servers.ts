import { inspect } from 'node:util'
import type { Adapter } from '@authwright/core/adapters'
import { fixedClock } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { byLength, inProcesses, oneApplied } from './address-processes.ts'
import { cleanupOnce } from './databases.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'
import { withEngine } from './with-engine.ts'

// A time zone that is not UTC and has summer time: in UTC, errors with time zones do not show.
process.env['TZ'] = 'Europe/Berlin'

const later = new Date('2040-01-01T00:00:00.123Z')
const newUser = () => {
  const id = crypto.randomUUID()
  return { id, email: `${id}@example.org`, emailVerified: null }
}

/** A promise, and the function that resolves it. */
const makeSignal = () => {
  let send = (): void => undefined
  const received = new Promise<void>((resolve) => (send = resolve))
  return { received, send }
}

const defineTests = (kind: EngineKind) => {
  let server: EngineServer
  let engine: Engine
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ server, engine, adapter } = open))

  test('does not treat keys as equal that differ in case, accents or trailing spaces', async () => {
    const [ada, grace] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
    const account = { provider: 'local', type: 'oidc' } as const
    await adapter.linkAccount({ ...account, providerAccountId: 'resume', userId: ada.id })
    for (const providerAccountId of ['Resume', 'resumé', 'resume ', 'résume', 're\u0301sume'])
      expect(await adapter.getUserByAccount({ provider: 'local', providerAccountId })).toBeNull()
    await adapter.linkAccount({ ...account, providerAccountId: 'Resume', userId: grace.id })
    expect(await adapter.getUserByAccount({ provider: 'local', providerAccountId: 'resume' })).toMatchObject(ada)
    expect(await adapter.getUserByAccount({ provider: 'local', providerAccountId: 'Resume' })).toMatchObject(grace)
  })

  test('does not treat e-mail addresses as equal that differ in accents', async () => {
    const { id } = newUser()
    const plain = await adapter.createUser({ ...newUser(), email: `jose-${id}@example.org` })
    const accented = await adapter.createUser({ ...newUser(), email: `josé-${id}@example.org` })
    expect(await adapter.getUserByEmail(`jose-${id}@example.org`)).toMatchObject({ id: plain.id })
    expect(await adapter.getUserByEmail(`josé-${id}@example.org`)).toMatchObject({ id: accented.id })
  })

  test('stores instants to the millisecond, also around a change of summer time', async () => {
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

  test('stores and returns columns that the application added', async () => {
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

  test('refuses a value that is too long, and names the column but not the value', async () => {
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
    const STORED = 'stored'
    const refusal = async (work: () => unknown) => {
      try {
        await work()
        return STORED
      } catch (error) {
        return inspect(error)
      }
    }
    // SQLite stores text of any length in any column.
    const hasNoLimit = /sqlite|libsql/i.test(kind.name)
    const outcomes = [
      await refusal(() => own.linkAccount({ ...account, access_token: `${secret}x` })),
      await refusal(() => own.createUser({ ...newUser(), ...{ role: 'x'.repeat(21) } })),
    ]
    const refused: unknown[] = [
      expect.stringMatching(
        /^Error: accounts\.access_token: the value is longer than the 255 characters of its column/,
      ),
      expect.stringMatching(/^Error: users\.role: the value is longer than the 20 characters of its column/),
    ]
    expect(outcomes).toEqual(hasNoLimit ? [STORED, STORED] : refused)
    expect(outcomes.join()).not.toContain('xxx')
    if (!hasNoLimit) await own.linkAccount({ ...account, access_token: secret })
    expect(await own.getAccount('a', 'p')).toMatchObject({ access_token: hasNoLimit ? `${secret}x` : secret })
    await narrow.close()
  })

  test('a nested transaction can fail alone', async () => {
    const known = await adapter.createUser(newUser())
    const fresh = newUser()
    const found = await adapter.transaction(async (inner) => {
      await inner.createUser?.(fresh)
      const nested = async () =>
        inner.transaction?.(async (part) => part.createUser?.({ ...newUser(), email: known.email }))
      await expect(nested).rejects.toMatchObject({ name: 'UniqueViolation', constraint: 'email' })
      return inner.getUserByEmail?.(known.email)
    })
    expect(found).toMatchObject({ id: known.id })
    expect(await adapter.getUser(fresh.id)).toMatchObject({ id: fresh.id })
  })

  /** The failure of a call, which the work of a transaction hides. */
  const failureOf = async (call: () => unknown): Promise<unknown> => {
    try {
      return await call()
    } catch (error) {
      return error
    }
  }
  const orphan = { sessionToken: 'orphan', userId: 'unknown', expires: later }

  test('a transaction whose work hides a failed call writes nothing, and rejects with the failure', async () => {
    const [before, after] = [newUser(), newUser()]
    const hidden: unknown[] = []
    const transaction = adapter.transaction(async (inner) => {
      await inner.createUser?.(before)
      hidden.push(await failureOf(() => inner.createSession?.(orphan)))
      hidden.push(await failureOf(() => inner.createUser?.(after)))
    })
    expect(await failureOf(() => transaction)).toBe(hidden[0])
    expect(hidden).toEqual([expect.any(Error), expect.objectContaining({ message: 'the transaction is over' })])
    expect([await adapter.getUser(before.id), await adapter.getUser(after.id)]).toEqual([null, null])
  })

  test('a transaction whose work replaces a failure with its own error rejects with that error', async () => {
    const own = new Error('the user is unknown')
    const transaction = adapter.transaction(async (inner) => {
      await failureOf(() => inner.createSession?.(orphan))
      throw own
    })
    await expect(transaction).rejects.toBe(own)
  })

  test('a nested transaction whose work hides a failed call fails alone', async () => {
    const [before, within, after] = [newUser(), newUser(), newUser()]
    const failures: unknown[] = []
    await adapter.transaction(async (inner) => {
      await inner.createUser?.(before)
      const nested = async () =>
        inner.transaction?.(async (part) => {
          await part.createUser?.(within)
          failures.push(await failureOf(() => part.createSession?.(orphan)))
        })
      expect(await failureOf(nested)).toBe(failures[0])
      await inner.createUser?.(after)
    })
    expect(failures).toEqual([expect.any(Error)])
    const found = await Promise.all([before, within, after].map(async ({ id }) => adapter.getUser(id)))
    expect(found).toEqual([expect.objectContaining(before), null, expect.objectContaining(after)])
  })

  test('a transaction that hides a unique violation writes everything else, or rejects on PostgreSQL', async () => {
    const known = await adapter.createUser(newUser())
    const before = newUser()
    const transaction = adapter.transaction(async (inner) => {
      await inner.createUser?.(before)
      await failureOf(() => inner.createUser?.({ ...newUser(), email: known.email }))
      return 'written'
    })
    const isPostgres = /postgres|pglite/i.test(kind.name)
    const violation = expect.objectContaining({ name: 'UniqueViolation', constraint: 'email' })
    expect(await failureOf(() => transaction)).toEqual(isPostgres ? violation : 'written')
    expect((await adapter.getUser(before.id))?.id).toBe(isPostgres ? undefined : before.id)
  })

  test('a transaction sees a row that was committed after its first read', async () => {
    // A single connection has no concurrent transactions.
    if (engine.url === undefined) return
    const faster = newUser()
    const found = await adapter.transaction(async (inner) => {
      expect(await inner.getUserByEmail?.(faster.email)).toBeNull()
      await engine.adapter().createUser(faster)
      const nested = async () =>
        inner.transaction?.(async (part) => part.createUser?.({ ...newUser(), email: faster.email }))
      await expect(nested).rejects.toMatchObject({ constraint: 'email' })
      return inner.getUserByEmail?.(faster.email)
    })
    expect(found).toMatchObject({ id: faster.id })
  })

  /** Runs two transactions that lock the same rows in opposite order. `lockSecond` wraps the call that has a conflict. */
  const cross = async (lockSecond: (lock: () => Promise<unknown>, inner: Adapter) => Promise<unknown>) => {
    const [ada, grace] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
    const bothLocked = makeSignal()
    const runs: string[] = []
    let locked = 0
    const work = (name: string, first: string, second: string) =>
      adapter.transaction(async (inner) => {
        runs.push(name)
        await inner.updateUser?.({ id: first, name })
        if ((locked += 1) === 2) bothLocked.send()
        await bothLocked.received
        await lockSecond(async () => inner.updateUser?.({ id: second, name }), inner)
        return name
      })
    const done = await Promise.all([work('here', ada.id, grace.id), work('there', grace.id, ada.id)])
    const names = [(await adapter.getUser(ada.id))?.name, (await adapter.getUser(grace.id))?.name]
    return { done, runs: runs.length, isConsistent: names[0] === names[1] }
  }

  test('two transactions that lock the same rows in opposite order both succeed', async () => {
    // A single connection has no concurrent transactions.
    if (engine.url === undefined) return
    const { done, runs, isConsistent } = await cross((lock) => lock())
    expect({ done, isConsistent }).toEqual({ done: ['here', 'there'], isConsistent: true })
    expect(runs).toBeGreaterThan(2)
  })

  test('a transaction whose work hides a conflict writes nothing after it, and is run again', async () => {
    if (engine.url === undefined) return
    const writes: string[] = []
    const { done, runs, isConsistent } = await cross(async (lock, inner) => {
      try {
        await lock()
      } catch {
        const late = newUser()
        writes.push(late.id)
        await Promise.resolve(inner.createUser?.(late)).catch(() => undefined)
      }
    })
    expect({ done, isConsistent }).toEqual({ done: ['here', 'there'], isConsistent: true })
    expect(runs).toBeGreaterThan(2)
    expect(writes.length).toBeGreaterThan(0)
    for (const id of writes) expect(await adapter.getUser(id)).toBeNull()
  })

  test('a transaction writes nothing after its timeout, with any adapter', async () => {
    // A single connection has no concurrent transactions.
    if (engine.url === undefined) return
    const { id } = await adapter.createUser(newUser())
    const [first, second, third, fourth] = [newUser(), newUser(), newUser(), newUser()]
    const [locked, begun, release, tried] = [makeSignal(), makeSignal(), makeSignal(), makeSignal()]
    const holder = adapter.transaction(async (inner) => {
      await inner.updateUser?.({ id, name: 'locked' })
      locked.send()
      await release.received
    })
    await locked.received
    const shortTimeout = engine.adapter({ transactionTimeout: 100 })
    // Reads the columns, so that the next call begins with a write.
    await shortTimeout.getUser(id)
    let writes: readonly PromiseSettledResult<unknown>[] = []
    const late = shortTimeout.transaction(async (inner) => {
      await inner.transaction?.(async (part) => {
        begun.send()
        await Promise.resolve(part.updateUser?.({ id, name: 'late' })).catch(() => undefined)
        writes = await Promise.allSettled([
          inner.createUser?.(first),
          part.createUser?.(second),
          shortTimeout.createUser(third),
          part.transaction?.(async (innermost) => innermost.createUser?.(fourth)),
        ])
        tried.send()
      })
    })
    const failure = late.catch(String)
    await begun.received
    await new Promise((resolve) => void setTimeout(resolve, 100))
    release.send()
    await holder
    expect(await failure).toContain('longer than 100 ms')
    await tried.received
    expect(writes).toHaveLength(4)
    for (const write of writes)
      expect(write).toMatchObject({ status: 'rejected', reason: { message: 'the transaction is over' } })
    expect(await adapter.getUser(id)).toMatchObject({ name: 'locked' })
    for (const user of [first, second, third, fourth]) expect(await adapter.getUser(user.id)).toBeNull()
  })

  test('deletes expired rows in batches, also by several processes at once, and no others', async () => {
    const clock = fixedClock('2035-01-01T00:00:00Z')
    const fresh = await server.open()
    const [one, other] = [fresh.adapter({ now: clock.now }), fresh.adapter({ now: clock.now })]
    const { id } = await one.createUser(newUser())
    const at = (seconds: number) => new Date(clock.now() + seconds * 1000)
    for (let i = 0; i < 20; i += 1) await one.createSession({ sessionToken: `s${i}`, userId: id, expires: at(i - 10) })
    await one.createVerificationToken({ identifier: 'a', token: 'expired', expires: at(-1) })
    await one.incrementCounter('key', at(-1))
    const deleted = await Promise.all([cleanupOnce(one, 4), cleanupOnce(other, 4)])
    expect(deleted).toEqual([4, 4])
    expect(await one.cleanup()).toBe(5)
    expect(await one.cleanup()).toBe(0)
    expect(await one.getSessionAndUser('s10')).toBeNull()
    expect(await one.getSessionAndUser('s11')).not.toBeNull()
    await fresh.close()
  })

  test('one of several processes that migrate at once applies the migrations', async () => {
    const empty = await server.open()
    if (empty.url === undefined) return empty.close()
    const address = empty.url
    const reports = await inProcesses(4, 'migrate', address)
    expect(reports.toSorted(byLength)).toEqual(oneApplied(4))
    expect(await empty.adapter().pendingMigrations()).toEqual([])
    await empty.close()
  })

  test('one of several concurrent calls of `migrate` applies the migrations', async () => {
    const empty = await server.open()
    const reports = await Promise.all(Array.from({ length: 4 }, () => empty.adapter().migrate()))
    expect(reports.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
    await empty.close()
  })

  test('does not change a table of users that Authwright did not create', async () => {
    const foreign = await server.open()
    await foreign.query('create table users (id integer primary key, login varchar(20))')
    const unsuspecting = foreign.adapter()
    // At the second try, the ledger looks like that of an interrupted run.
    for (const _time of [1, 2]) await expect(unsuspecting.getUser('1')).rejects.toThrow(/exist/)
    expect(await foreign.query('select login from users')).toEqual([])
    await foreign.close()
  })
}

describe.each(Object.values(engines).map((kind) => [kind.name, kind] as const))(
  '%s',
  { timeout: 60_000 },
  (_name, kind) => {
    defineTests(kind)
  },
)
