import { get } from 'node:http'
import { expect, test } from 'vitest'
import { startLoopback } from './loopback.ts'

const statusOf = (origin: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(origin, { headers: { host } }, (response) => resolve(response.resume().statusCode)).once('error', reject)
  })

test('rejects another host name, so that a page on a rebound name reads nothing', async () => {
  const server = await startLoopback(0, () => (_request, response) => void response.end('kept here'))
  const { host } = new URL(server.origin)
  expect(await statusOf(server.origin, host)).toBe(200)
  expect(await statusOf(server.origin, 'evil.example')).toBe(421)
  expect(await statusOf(server.origin, `evil.example:${host.split(':')[1]}`)).toBe(421)
  await server.close()
})

test('responds with 500 when a handler throws, and keeps serving', async () => {
  const server = await startLoopback(0, () => (request) => {
    throw new Error(`no ${request.url}`)
  })
  expect([(await fetch(server.origin)).status, (await fetch(server.origin)).status]).toEqual([500, 500])
  await server.close()
})

test('rejects when the port is in use', async () => {
  const server = await startLoopback(0, () => () => undefined)
  await expect(startLoopback(Number(new URL(server.origin).port), () => () => undefined)).rejects.toThrow('EADDRINUSE')
  await server.close()
})
