import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  type DatabaseServer,
  startMariaDb,
  startPostgres,
  startRedis,
  whyNoMariaDb,
  whyNoRedis,
} from '../src/databases.ts'

const engines: readonly (readonly [string, () => Promise<DatabaseServer>, () => string | null])[] = [
  ['PostgreSQL', startPostgres, () => null],
  ['MariaDB', startMariaDb, whyNoMariaDb],
  ['Redis', startRedis, whyNoRedis],
]

const isListening = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })

describe.each(engines)('a private %s', (_name, start, whyNot) => {
  test('starts, stops, survives a crash and is gone when it is closed', async ({ skip }) => {
    const missing = whyNot()
    if (missing !== null) skip(missing)
    const server = await start()
    expect(await isListening(server.url)).toBe(true)
    const [one, other] = [await server.createDatabase(), await server.createDatabase()]
    expect(one).not.toBe(other)
    await server.stop()
    expect(await isListening(server.url)).toBe(false)
    await server.start()
    await server.crash()
    expect(await isListening(server.url)).toBe(false)
    await server.start()
    expect(await isListening(server.url)).toBe(true)
    await server.close()
    expect(await isListening(server.url)).toBe(false)
  }, 60_000)
})
