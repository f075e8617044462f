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

const keepAnn = async (connectionString: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString })
  const adapter = postgresAdapter({ pool })
  await adapter.createUser({ id: 'ann', email: 'ann@example.org', emailVerified: null })
  await adapter.createSession({ sessionToken: 'token', userId: 'ann', expires: new Date(Date.now() + 600_000) })
  await pool.end()
}

test(
  'a process whose pool of pg nobody listens to outlives a crash of PostgreSQL, finds its sessions afterwards, and has told of it',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres()
    const database = await server.createDatabase()
    await keepAnn(database)
    const site = fork(child, [database], {
      execArgv: ['--conditions', 'authwright-source'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const printed = site.stderr === null ? '' : text(site.stderr)
    const ended = once(site, 'exit').then(([code]) => [`it ended with ${code}`])
    const said = async (): Promise<unknown> => (await Promise.race([once(site, 'message'), ended]))[0]
    const owner = () => {
      const found = said()
      site.send('token')
      return found
    }
    try {
      expect(await said()).toBe('ready')
      expect(await owner()).toBe('ann')
      const lost = said()
      await server.crash()
      expect(await lost).toBe('lost')
      await server.start()
      expect(await owner()).toBe('ann')
    } finally {
      site.kill()
      await ended
      await server.close()
    }
    expect(await printed).toContain('a waiting connection to PostgreSQL: ')
  },
)

class Pool extends EventEmitter {
  connect = () => Promise.reject(new Error('nobody connects'))
  end = () => Promise.resolve()
}

test('errors of a pool are left to those who listen', () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const pool = new Pool()
  postgresAdapter({ pool })
  const heard: unknown[] = []
  pool.on('error', (error) => heard.push(error))
  pool.emit('error', 'cut off')
  expect(heard).toEqual(['cut off'])
  expect(printed).not.toHaveBeenCalled()
})

test('errors of a pool are listened to once, however many adapters share it', () => {
  const pool = new Pool()
  for (let made = 0; made < 20; made += 1) postgresAdapter({ pool })
  expect(pool.listenerCount('error')).toBe(1)
})
