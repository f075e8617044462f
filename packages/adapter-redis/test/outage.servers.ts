import { fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import { createClient } from 'redis'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { redisAdapter } from '../src/index.ts'

const reason = whyNoRedis()
const child = fileURLToPath(new URL('outage-child.ts', import.meta.url))

describe('a process without a listener for errors of its client', () => {
  test.for(['redis', 'ioredis'])(
    'survives a crash of Redis with %s, finds its sessions again, and logs the error',
    { timeout: 30_000 },
    async (library, { skip }) => {
      skip(reason !== null, reason ?? '')
      const server = await startRedis()
      const client = createClient({ url: server.url })
      await client.connect()
      const users = { getUser: () => ({ id: 'ann', email: 'ann@example.org', emailVerified: null }) }
      await redisAdapter({ client, users }).createSession({
        sessionToken: 'token',
        userId: 'ann',
        expires: new Date(Date.now() + 600_000),
      })
      await client.close()

      const application = fork(child, [server.url, library], {
        execArgv: ['--conditions', 'authwright-source'],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      const printed = application.stderr === null ? '' : text(application.stderr)
      const ended = once(application, 'exit').then(([code]) => [`the process exited with ${code}`])
      const nextMessage = async (): Promise<unknown> => (await Promise.race([once(application, 'message'), ended]))[0]
      try {
        expect(await nextMessage()).toBe('ready')
        const lost = nextMessage()
        await server.crash()
        expect(await lost).toBe('lost')
        await server.start()
        const found = nextMessage()
        application.send('token')
        expect(await found).toBe('ann')
      } finally {
        application.kill()
        await ended
        await server.close()
      }
      expect(await printed).toContain('the connection to Redis failed: ')
    },
  )
})

describe('errors of a client', () => {
  afterEach(() => void vi.restoreAllMocks())
  class Client extends EventEmitter {
    sendCommand = () => Promise.resolve(null)
  }
  const open = () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
    return { client: new Client(), printed }
  }

  test('are logged without the failed command if the application has no listener', () => {
    const { client, printed } = open()
    redisAdapter({ client, users: {} })
    client.emit('error', Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['a password'] } }))
    expect(printed).toHaveBeenCalledOnce()
    expect(printed).toHaveBeenCalledWith(
      expect.stringMatching(/Z \[auth\]\[error\] the connection to Redis failed:$/),
      expect.stringMatching(/^Error: WRONGPASS\n/),
    )
  })

  test('are not logged if the application listens', () => {
    const { client, printed } = open()
    redisAdapter({ client, users: {} })
    const errors: unknown[] = []
    client.on('error', (error) => errors.push(error))
    client.emit('error', 'connection lost')
    expect(errors).toEqual(['connection lost'])
    expect(printed).not.toHaveBeenCalled()
  })

  test('have one listener for several adapters that share the client', () => {
    const { client } = open()
    for (let made = 0; made < 20; made += 1) redisAdapter({ client, users: {} })
    expect(client.listenerCount('error')).toBe(1)
  })
})
