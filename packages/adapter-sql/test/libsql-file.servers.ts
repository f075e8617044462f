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
  const answer = once(run, 'message')
  run.send('now')
  return (await answer)[0] as unknown
}

test('migrations of a libSQL file in four processes at once are done by one of them', async () => {
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

/** The same, which tells when it refuses something. */
const telling = <Target extends object>(target: Target, refused: () => void): Target =>
  new Proxy(target, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: never[]) => {
        const answer: unknown = Reflect.apply(member, target, given)
        if (!(answer instanceof Promise)) return answer
        return answer.then(
          (value: unknown) => (name === 'transaction' ? telling(value as object, refused) : value),
          (error: unknown) => {
            refused()
            throw error
          },
        )
      }
    },
  })

/** A file that this process has open by libSQL, and another one beside it. */
const openTwice = async () => {
  const { path, remove } = scratchFile()
  const client = createClient({ url: `file:${path}` })
  let refused = (): void => undefined
  const refusal = new Promise<void>((resolve) => (refused = resolve))
  const adapter = libsqlAdapter({ client: telling(client, () => refused()) })
  await adapter.migrate()
  const other = await openElsewhere(path)
  onTestFinished(async () => {
    await other.close()
    client.close()
    remove()
  })
  return { adapter, other, refusal }
}

type Write = (adapter: ReturnType<typeof libsqlAdapter>) => Promise<unknown>

const user = { id: 'ada', email: 'ada@example.org', emailVerified: null }
const writes: readonly (readonly [string, Write])[] = [
  ['a statement', async (adapter) => adapter.createUser(user)],
  ['a transaction', (adapter) => adapter.transaction(async (inner) => inner.createUser?.(user))],
]

test.each(writes)('%s that waited for another process is kept, and so is what comes after it', async (_what, write) => {
  const { adapter, other, refusal } = await openTwice()
  await adapter.getUser('ada')
  await other.say('begin immediate')
  const writing = write(adapter)
  await refusal
  await other.say('commit')
  await writing
  await adapter.createSession({ sessionToken: 'token', userId: 'ada', expires: later })
  expect(await other.say('select id from users')).toEqual([{ id: 'ada' }])
  expect(await other.say('select userId from sessions')).toEqual([{ userId: 'ada' }])
  await other.say(`insert into users (id) values ('grace')`)
  expect(await adapter.getUser('grace')).toMatchObject({ id: 'grace' })
})
