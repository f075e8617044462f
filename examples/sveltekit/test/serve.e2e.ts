import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choosePorts } from '../serve/ports.mjs'
import { readSettings } from '../serve/settings.mjs'
import { makeDataDirectory, runDemo, startDemo } from './demo.ts'

let data: Awaited<ReturnType<typeof makeDataDirectory>>
beforeAll(async () => {
  data = await makeDataDirectory()
})
afterAll(() => data.remove())

const isReachable = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

const openConnection = async (url: string): Promise<{ closed: Promise<void> }> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  socket.resume()
  return { closed }
}

/** Another program on a port. */
const occupy = async (wanted: number): Promise<{ port: number; close: () => void }> => {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe('the ports', () => {
  test('takes the next port when a default port is in use', async () => {
    const other = await occupy(0)
    const ports = await choosePorts({}, { PORT: other.port, MAILBOX_PORT: other.port })
    expect(ports.PORT).toBeGreaterThan(other.port)
    expect(ports.MAILBOX_PORT).toBeGreaterThan(ports.PORT)
    other.close()
  })

  test('says which port the demo takes instead', async () => {
    const settings = await readSettings({}, [])
    const taken = await occupy(settings.port)
    const second = await readSettings({}, [])
    expect(second.port).toBeGreaterThan(settings.port)
    expect(second.otherPorts).toContain(`Another program uses port 5173. The demo uses ${second.port} (PORT).`)
    taken.close()
  })
})

describe('the program', () => {
  test('stops all processes on Ctrl-C with exit code 0', async () => {
    const demo = await startDemo(data.path)
    const urls = Object.values(demo.urls)
    expect(await Promise.all(urls.map(isReachable))).toEqual([true, true, true])

    expect(await demo.stop()).toBe(0)
    expect(await Promise.all(urls.map(isReachable))).toEqual([false, false, false])
  })

  test('stops all processes when the parent is killed', async () => {
    const demo = await startDemo(data.path)
    const urls = Object.values(demo.urls)
    // The connections close when the processes end. These are not child processes of the test, so it gets no other event.
    const connections = await Promise.all(urls.map(openConnection))
    process.kill(demo.pid, 'SIGKILL')
    await Promise.all(connections.map(({ closed }) => closed))
    expect(await Promise.all(urls.map(isReachable))).toEqual([false, false, false])
  })

  test('prints a message when the port of a variable is in use', async () => {
    const other = await occupy(0)
    const { ended, output } = await runDemo({ DATA_DIR: data.path, PORT: String(other.port) })
    expect(await ended).toBe(1)
    expect(output()).toContain(`Another program uses port ${other.port}.`)
    expect(output()).not.toContain('at ')
    other.close()
  })

  test('creates the secret once, and only the user can read the file', async () => {
    const first = await startDemo(data.path)
    const secret = await readFile(`${data.path}/secret`, 'utf8')
    await first.stop()
    const second = await startDemo(data.path)
    expect(await readFile(`${data.path}/secret`, 'utf8')).toBe(secret)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect((await stat(`${data.path}/secret`)).mode & 0o077).toBe(0)
    await second.stop()
  })

  test('redirects other names of this machine to its origin', async () => {
    const demo = await startDemo(data.path)
    const numeric = demo.urls.site.replace('localhost', '127.0.0.1')
    const response = await fetch(`${numeric}/members?x=1`, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe(`${demo.urls.site}/members?x=1`)
    await demo.stop()
  })
})
