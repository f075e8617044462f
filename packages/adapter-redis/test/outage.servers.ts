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

describe('a process that listens to no errors of its client', () => {
  test.for(['redis', 'ioredis'])(
    'outlives a crash of Redis by %s, finds its sessions afterwards, and has told of it',
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

      const site = fork(child, [server.url, library], {
        execArgv: ['--conditions', 'authwright-source'],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      const printed = site.stderr === null ? '' : text(site.stderr)
      const ended = once(site, 'exit').then(([code]) => [`it ended with ${code}`])
      const said = async (): Promise<unknown> => (await Promise.race([once(site, 'message'), ended]))[0]
      try {
        expect(await said()).toBe('ready')
        const lost = said()
        await server.crash()
        expect(await lost).toBe('lost')
        await server.start()
        const found = said()
        site.send('token')
        expect(await found).toBe('ann')
      } finally {
        site.kill()
        await ended
        await server.close()
      }
      expect(await printed).toContain('the connection to Redis: ')
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

  test('are printed while nobody listens, without the command that failed', () => {
    const { client, printed } = open()
    redisAdapter({ client, users: {} })
    client.emit('error', Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['a password'] } }))
    expect(printed).toHaveBeenCalledOnce()
    expect(printed).toHaveBeenCalledWith('the connection to Redis:', expect.stringMatching(/^Error: WRONGPASS\n/))
  })

  test('are left to those who listen, whether they came before the adapter or after it', () => {
    const { client, printed } = open()
    redisAdapter({ client, users: {} })
    const heard: unknown[] = []
    client.on('error', (error) => heard.push(error))
    client.emit('error', 'cut off')
    expect(heard).toEqual(['cut off'])
    expect(printed).not.toHaveBeenCalled()
  })

  test('are listened to once, however many adapters share the client', () => {
    const { client } = open()
    for (let made = 0; made < 20; made += 1) redisAdapter({ client, users: {} })
    expect(client.listenerCount('error')).toBe(1)
  })
})
