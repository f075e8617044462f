import { expect, test, vi } from 'vitest'
import { defaultsOf, readSource, type ConfigSource } from '../src/config.ts'

type Event = Parameters<ConfigSource>[0]

/** The function as Qwik's optimizer passes it. */
const qrlOf = (source: ConfigSource) =>
  Object.assign(async (event: Event) => source(event), {
    getHash: () => 'hash',
    resolve: () => Promise.resolve(source),
  }) as unknown as Parameters<typeof readSource>[0]

const event = { basePathname: '/', env: { get: () => undefined } } as unknown as Event

test('calls a function without a parameter once, and one with a parameter for each request', async () => {
  const once = readSource(qrlOf(() => ({ providers: [] })))
  expect(await once(event)).toBe(await once(event))
  const each = readSource(qrlOf(({ basePathname }) => ({ providers: [], basePath: basePathname })))
  expect(await each(event)).not.toBe(await each(event))
})

test('calls a function again that has failed', async () => {
  let calls = 0
  const read = readSource(
    qrlOf(() => {
      calls += 1
      if (calls === 1) throw new Error('not yet')
      return { providers: [] }
    }),
  )
  await expect(read(event)).rejects.toThrow('not yet')
  expect(await read(event)).toEqual({ providers: [] })
})

test('without a request, as in the command authwright, calls a function without a parameter only', async () => {
  const read = readSource(qrlOf(() => ({ providers: [] })))
  expect(read).toHaveLength(0)
  expect(await read()).toEqual({ providers: [] })
  await expect(readSource(qrlOf(({ basePathname }) => ({ providers: [], basePath: basePathname })))()).rejects.toThrow(
    'needs a request',
  )
  vi.stubEnv('AUTH_URL', 'https://app.example.com')
  const { basePath, environment } = defaultsOf({})
  expect([basePath, environment['AUTH_URL']]).toEqual(['/auth', 'https://app.example.com'])
})

test('takes the base path of Qwik City, and the variables of the platform that are texts', () => {
  const variables: Readonly<Record<string, unknown>> = {
    AUTH_URL: 'https://app.example.com',
    AUTH_SECRET: { bound: true },
  }
  const platform = { basePathname: '/shop/', env: { get: (name: string) => variables[name] } }
  const { basePath, environment } = defaultsOf(platform as unknown as Event)
  expect(basePath).toBe('/shop/auth')
  expect([environment['AUTH_URL'], environment['AUTH_SECRET'], environment['AUTH_TRUST_HOST']]).toEqual([
    'https://app.example.com',
    undefined,
    undefined,
  ])
})
