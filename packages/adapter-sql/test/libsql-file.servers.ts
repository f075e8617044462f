import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client'
import { expect, onTestFinished, test } from 'vitest'
import { libsqlAdapter } from '../src/libsql.ts'
import { migrations } from '../src/migrate/migrations.ts'
import { scratchFile } from './databases.ts'
import { openElsewhere } from './other-process.ts'

const child = fileURLToPath(new URL('migrate-child.ts', import.meta.url))

const start = async (url: string): Promise<ChildProcess> => {
  const run = spawn(process.execPath, ['--conditions', 'authwright-source', child, url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(run, 'message')
  return run
}

const migrateIn = async (run: ChildProcess): Promise<unknown> => {
  const message = once(run, 'message')
  run.send('now')
  return (await message)[0] as unknown
}

test('one of four processes that migrate a libSQL file at once applies the migrations', async () => {
  const { path, remove } = scratchFile()
  const url = `file:${path}`
  const runs = await Promise.all(Array.from({ length: 4 }, () => start(url)))
  const reports = await Promise.all(runs.map(migrateIn))
  const version = migrations.length
  expect(reports).toContainEqual({ applied: version, version })
  expect(reports.filter((report) => JSON.stringify(report) === JSON.stringify({ applied: 0, version }))).toHaveLength(3)
  const client = createClient({ url })
  expect(await libsqlAdapter({ client }).pendingMigrations()).toEqual([])
  client.close()
  remove()
})

const later = new Date('2040-01-01')

/** Wraps an object, and calls `onRejection` when one of its methods rejects. */
const withRejectionListener = <Target extends object>(target: Target, onRejection: () => void): Target =>
  new Proxy(target, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: never[]) => {
        const result: unknown = Reflect.apply(member, target, given)
        if (!(result instanceof Promise)) return result
        return result.then(
          (value: unknown) => (name === 'transaction' ? withRejectionListener(value as object, onRejection) : value),
          (error: unknown) => {
            onRejection()
            throw error
          },
        )
      }
    },
  })

/** A file that this process has open with libSQL, and another process with node:sqlite. */
const openTwice = async () => {
  const { path, remove } = scratchFile()
  const client = createClient({ url: `file:${path}` })
  let onRejection = (): void => undefined
  const rejection = new Promise<void>((resolve) => (onRejection = resolve))
  const adapter = libsqlAdapter({ client: withRejectionListener(client, () => onRejection()) })
  await adapter.migrate()
  const other = await openElsewhere(path)
  onTestFinished(async () => {
    await other.close()
    client.close()
    remove()
  })
  return { adapter, other, rejection }
}

type Write = (adapter: ReturnType<typeof libsqlAdapter>) => Promise<unknown>

const user = { id: 'ada', email: 'ada@example.org', emailVerified: null }
const writes: readonly (readonly [string, Write])[] = [
  ['a statement', async (adapter) => adapter.createUser(user)],
  ['a transaction', (adapter) => adapter.transaction(async (inner) => inner.createUser?.(user))],
]

test.each(writes)(
  'stores the writes of %s that waited for another process, and the writes after it',
  async (_what, write) => {
    const { adapter, other, rejection } = await openTwice()
    await adapter.getUser('ada')
    await other.execute('begin immediate')
    const writing = write(adapter)
    await rejection
    await other.execute('commit')
    await writing
    await adapter.createSession({ sessionToken: 'token', userId: 'ada', expires: later })
    expect(await other.execute('select id from users')).toEqual([{ id: 'ada' }])
    expect(await other.execute('select userId from sessions')).toEqual([{ userId: 'ada' }])
    await other.execute(`insert into users (id) values ('grace')`)
    expect(await adapter.getUser('grace')).toMatchObject({ id: 'grace' })
  },
)

test.each(writes)(
  'stores the writes of %s whose commit waited for a reader in another process',
  async (_what, write) => {
    const { adapter, other, rejection } = await openTwice()
    await adapter.getUser('ada')
    await other.execute('begin')
    await other.execute('select id from users')
    const writing = write(adapter)
    await rejection
    await other.execute('commit')
    await writing
    expect(await other.execute('select id from users')).toEqual([{ id: 'ada' }])
    await other.execute(`insert into users (id) values ('grace')`)
    expect(await adapter.getUser('grace')).toMatchObject({ id: 'grace' })
  },
)
