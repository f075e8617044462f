import { fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@authwright/test-kit/databases'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { postgresAdapter } from '../src/postgres.ts'

afterEach(() => void vi.restoreAllMocks())

const child = fileURLToPath(new URL('idle-pool-child.ts', import.meta.url))

const createSessionOfAnn = async (connectionString: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString })
  const adapter = postgresAdapter({ pool })
  await adapter.createUser({ id: 'ann', email: 'ann@example.org', emailVerified: null })
  await adapter.createSession({ sessionToken: 'token', userId: 'ann', expires: new Date(Date.now() + 600_000) })
  await pool.end()
}

test(
  'a process without a listener for pool errors survives a crash of PostgreSQL, finds its sessions again, and logs the error',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres()
    const database = await server.createDatabase()
    await createSessionOfAnn(database)
    const application = fork(child, [database], {
      execArgv: ['--conditions', 'authwright-source'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const printed = application.stderr === null ? '' : text(application.stderr)
    const ended = once(application, 'exit').then(([code]) => [`the process exited with ${code}`])
    const nextMessage = async (): Promise<unknown> => (await Promise.race([once(application, 'message'), ended]))[0]
    const sessionUser = () => {
      const found = nextMessage()
      application.send('token')
      return found
    }
    try {
      expect(await nextMessage()).toBe('ready')
      expect(await sessionUser()).toBe('ann')
      const lost = nextMessage()
      await server.crash()
      expect(await lost).toBe('lost')
      await server.start()
      expect(await sessionUser()).toBe('ann')
    } finally {
      application.kill()
      await ended
      await server.close()
    }
    expect(await printed).toContain('an idle connection to PostgreSQL failed: ')
  },
)

class Pool extends EventEmitter {
  connect = () => Promise.reject(new Error('no connection'))
  end = () => Promise.resolve()
}

test('does not log the errors of a pool if the application listens', () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const pool = new Pool()
  postgresAdapter({ pool })
  const errors: unknown[] = []
  pool.on('error', (error) => errors.push(error))
  pool.emit('error', 'cut off')
  expect(errors).toEqual(['cut off'])
  expect(printed).not.toHaveBeenCalled()
})

test('adds one error listener to a pool that several adapters share', () => {
  const pool = new Pool()
  for (let made = 0; made < 20; made += 1) postgresAdapter({ pool })
  expect(pool.listenerCount('error')).toBe(1)
})
