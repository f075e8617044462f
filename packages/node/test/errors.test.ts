import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultRuntime } from '@authwright/core'
import { memoryAdapter } from '@authwright/testing'
import { expect, onTestFinished, test } from 'vitest'
import { NodeAuth, type ConfigSource } from '../src/index.ts'

const SECRET = 'a secret of the tests, thirty-two characters and more'

/** A server as docs/start/node.md shows it, with nothing that catches errors. */
const start = async (source: ConfigSource, handle: (auth: ReturnType<typeof NodeAuth>) => RequestListener) => {
  const logged: unknown[] = []
  const silent = { error: (error: unknown) => void logged.push(error), warn: () => undefined, debug: () => undefined }
  const auth = NodeAuth(source, {}, { ...defaultRuntime, console: silent })
  const server = createServer(handle(auth)).listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/page`, logged }
}

const showSession = (auth: ReturnType<typeof NodeAuth>): RequestListener => {
  return (request, response) =>
    void auth(request, response, async () => response.end(JSON.stringify(await auth.auth(request, response))))
}

test('a database that is down gets status 503, and the process goes on', async () => {
  const adapter = { ...memoryAdapter(), getSessionAndUser: () => Promise.reject(new Error('down')) }
  const { url, logged } = await start({ adapter, providers: [], secret: SECRET, trustHost: true }, showSession)
  const response = await fetch(url, { headers: { cookie: 'authwright.session-token=anything' } })
  expect([response.status, logged.length > 0]).toEqual([503, true])
  expect(await (await fetch(url)).text()).toBe('null')
})

test('a config function that rejects gets status 500, and the error is logged', async () => {
  const { url, logged } = await start(() => Promise.reject(new Error('no tenant')), showSession)
  expect((await fetch(url)).status).toBe(500)
  expect(logged).toContainEqual(expect.stringContaining('[cause] Error: no tenant'))
})

test('an error after the response has begun closes the connection', async () => {
  const { url } = await start(
    { providers: [], secret: SECRET, trustHost: true },
    (auth) => (request, response) =>
      void auth(request, response, () => {
        response.write('half')
        throw new Error('the application failed')
      }),
  )
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow(TypeError)
})
