import { rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fixedClock } from '@authwright/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { UniqueViolation } from '../src/index.ts'
import { type SqlAdapter, sqliteAdapter } from '../src/sqlite.ts'
import { cleanupOnce, nodeMemory, over, scratchFile } from './databases.ts'

const ada = { id: '1', email: 'ada@example.org', emailVerified: null }
const later = new Date('2040-01-01T00:00:00Z')

describe('the SQLite adapter', () => {
  test('keeps its data over a restart', async () => {
    const { path, remove } = scratchFile()
    const before = sqliteAdapter({ path })
    await before.createUser(ada)
    await before.createSession({ sessionToken: 'token', userId: '1', expires: later })
    await before.close()
    const after = sqliteAdapter({ path })
    expect((await after.getSessionAndUser('token'))?.session).toEqual({
      sessionToken: 'token',
      userId: '1',
      expires: later,
    })
    await after.close()
    remove()
  })

  test('throws a `UniqueViolation` for a row that exists', async () => {
    const { adapter } = over(nodeMemory())
    await adapter.createUser(ada)
    const lost = adapter.createUser({ ...ada, id: '2' })
    await expect(lost).rejects.toBeInstanceOf(UniqueViolation)
    await expect(lost).rejects.toMatchObject({ name: 'UniqueViolation', constraint: 'email' })
    await expect(adapter.createUser({ ...ada, email: 'b@b.c' })).rejects.toMatchObject({ constraint: 'user' })
  })

  test('does not treat letters that look alike as equal in an e-mail address', async () => {
    const { adapter } = over(nodeMemory())
    const kim = await adapter.createUser({ id: 'kim', email: 'Kim@example.org', emailVerified: null })
    const sign = await adapter.createUser({ id: 'sign', email: '\u212aim@example.org', emailVerified: null })
    expect((await adapter.getUserByEmail('kim@example.org'))?.id).toBe(kim.id)
    expect((await adapter.getUserByEmail('\u212aim@example.org'))?.id).toBe(sign.id)
  })

  test('allows several users without an e-mail address', async () => {
    const { adapter } = over(nodeMemory())
    await adapter.createUser({ ...ada, id: '1', email: '' })
    await adapter.createUser({ ...ada, id: '2', email: '' })
    expect(await adapter.getUserByEmail('')).toBeNull()
  })

  test('does not close a database that it did not open', async () => {
    const database = nodeMemory()
    const { adapter } = over(database)
    await adapter.createUser(ada)
    await adapter.close()
    expect(database.prepare('select count(*) as count from users').get()).toEqual({ count: 1 })
  })

  test.each(['', 'data/'])('names the file that it cannot open, in the folder "%s"', async (folder) => {
    const root = dirname(scratchFile().path)
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    // A folder is no database, and SQLite does not create a folder.
    const path = join(root, folder === '' ? '' : `${folder}app.db`)
    const opened = sqliteAdapter({ path }).getUser('1')
    await expect(opened).rejects.toThrow(`unable to open database file: ${path}`)
    await expect(opened).rejects.toMatchObject({ cause: { code: 'ERR_SQLITE_ERROR' } })
    const given = relative(process.cwd(), path)
    await expect(sqliteAdapter({ path: given }).getUser('1')).rejects.toThrow(`file: ${path}`)
  })

  test('tries to open the database again after a failure', async () => {
    let isBroken = true
    const open = () => {
      if (isBroken) throw new Error('no disk')
      return nodeMemory()
    }
    const adapter = sqliteAdapter({ database: open })
    await expect(adapter.getUser('1')).rejects.toThrow('no disk')
    await expect(adapter.getUser('1')).rejects.toThrow('no disk')
    isBroken = false
    expect(await adapter.getUser('1')).toBeNull()
  })

  test('throws without `path` and `database`', () => {
    expect(() => sqliteAdapter({})).toThrow('`path`')
  })
})

describe('a transaction', () => {
  test('is rolled back after its timeout, and does not block others', async () => {
    const { adapter } = over(nodeMemory(), { transactionTimeout: 20 })
    const hanging = adapter.transaction(async (inner) => {
      await inner.createUser?.(ada)
      await new Promise(() => undefined)
    })
    await expect(hanging).rejects.toThrow('longer than 20 ms')
    expect(await adapter.getUserByEmail(ada.email)).toBeNull()
  })

  test('refuses writes after its end', async () => {
    const { adapter } = over(nodeMemory())
    const inner = await adapter.transaction(async (within) => within)
    await expect(async () => inner.createUser?.(ada)).rejects.toThrow('the transaction is over')
    expect(await adapter.getUser('1')).toBeNull()
  })

  test('does not include work that goes on after its end', async () => {
    const { adapter } = over(nodeMemory())
    let background: Promise<unknown> = Promise.resolve()
    let resume = (): void => undefined
    const signal = new Promise<void>((resolve) => (resume = resolve))
    await adapter.transaction(async () => {
      background = signal.then(() => adapter.createUser(ada))
    })
    resume()
    await background
    expect(await adapter.getUser('1')).toMatchObject({ id: '1' })
  })

  test('goes on after a unique violation in it', async () => {
    const { adapter } = over(nodeMemory())
    await adapter.createUser(ada)
    const found = await adapter.transaction(async (inner) => {
      await expect(async () => inner.createUser?.({ ...ada, id: '2' })).rejects.toMatchObject({ constraint: 'email' })
      return inner.getUserByEmail?.(ada.email)
    })
    expect(found).toMatchObject({ id: '1' })
  })
})

describe('the lock of another connection', () => {
  test('is waited for without blocking the process', async () => {
    const { path, remove } = scratchFile()
    const adapter = sqliteAdapter({ path })
    await adapter.migrate()
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    // This process releases the lock: waiting that blocks the process would never end.
    setTimeout(() => other.exec('commit'), 30)
    await adapter.createUser(ada)
    expect(await adapter.getUser('1')).toMatchObject({ id: '1' })
    other.close()
    await adapter.close()
    remove()
  })

  test('is an error after `busyTimeout`, and does not prevent reads', async () => {
    const { path, remove } = scratchFile()
    const adapter = sqliteAdapter({ path, busyTimeout: 30 })
    await adapter.createUser(ada)
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    await expect(adapter.updateUser({ id: '1', name: 'Ada' })).rejects.toThrow('locked')
    expect(await adapter.getUser('1')).toMatchObject({ id: '1' })
    other.exec('rollback')
    await adapter.updateUser({ id: '1', name: 'Ada' })
    other.close()
    await adapter.close()
    remove()
  })

  test('cannot write between the read and the write of a transaction', async () => {
    const { path, remove } = scratchFile()
    const both = [sqliteAdapter({ path }), sqliteAdapter({ path })]
    await both[0]?.createUser({ ...ada, name: '0' })
    const addOne = (adapter: SqlAdapter) =>
      adapter.transaction(async (inner) => {
        const user = await inner.getUser?.('1')
        await inner.updateUser?.({ id: '1', name: String(Number(user?.name) + 1) })
      })
    await Promise.all(Array.from({ length: 5 }, () => both.map(addOne)).flat())
    expect(await both[1]?.getUser('1')).toMatchObject({ name: '10' })
    for (const adapter of both) await adapter.close()
    remove()
  })
})

describe('cleanup', () => {
  test('deletes expired rows in batches, the oldest first, and no others', async () => {
    const clock = fixedClock('2030-01-01T00:00:00Z')
    const { adapter, dump } = over(nodeMemory(), { now: clock.now })
    const at = (seconds: number) => new Date(clock.now() + seconds * 1000)
    await adapter.createUser(ada)
    for (let i = 1; i <= 5; i += 1) await adapter.createSession({ sessionToken: `s${i}`, userId: '1', expires: at(i) })
    await adapter.createVerificationToken({ identifier: 'expired@example.org', token: 't1', expires: at(1) })
    await adapter.createVerificationToken({ identifier: 'expired@example.org', token: 't2', expires: at(2) })
    await adapter.createVerificationToken({ identifier: 'valid@example.org', token: 't1', expires: at(60) })
    await adapter.incrementCounter('key', at(1))
    expect(await adapter.cleanup()).toBe(0)
    clock.forward(4)
    // Four sessions, two tokens and a counter are expired. A batch counts the rows of all tables.
    expect(await cleanupOnce(adapter, 3)).toBe(3)
    expect(await adapter.getSessionAndUser('s3')).toBeNull()
    expect(await adapter.getSessionAndUser('s4')).not.toBeNull()
    expect(await cleanupOnce(adapter, 2)).toBe(2)
    expect(await cleanupOnce(adapter, 2)).toBe(2)
    expect(await cleanupOnce(adapter, 2)).toBe(0)
    expect(await adapter.getSessionAndUser('s5')).not.toBeNull()
    expect(dump()).toContain('valid@example.org')
    expect(dump()).not.toContain('expired@example.org')
  })
})
