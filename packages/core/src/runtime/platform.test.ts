import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKeyring } from '../crypto/keyring.ts'
import { defaultRuntime, webEngine } from './platform.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

describe('the default runtime', () => {
  test('uses node:crypto if it exists', () => {
    expect(defaultRuntime.crypto.name).toBe('node')
  })

  test.each([
    ['no process', undefined],
    ['a stub of a process', { env: {} }],
    ['a process without these modules', { getBuiltinModule: () => undefined }],
    [
      'the Edge Runtime of Next.js, where the function throws',
      {
        getBuiltinModule: () => {
          throw new Error('A Node.js API is used')
        },
      },
    ],
  ])('uses Web Cryptography with %s', async (_what, process) => {
    vi.stubGlobal('process', process)
    vi.resetModules()
    const { defaultRuntime: elsewhere } = await import('./platform.ts')
    vi.unstubAllGlobals()
    expect(elsewhere.crypto.name).toBe('web')
  })

  test('calls the current global fetch', async () => {
    const seen: unknown[] = []
    vi.stubGlobal('fetch', (...request: unknown[]) => {
      seen.push(request)
      return Promise.resolve(new Response('ours'))
    })
    const response = await defaultRuntime.fetch('https://idp.example.net/', { method: 'POST' })
    expect(await response.text()).toBe('ours')
    expect(seen).toStrictEqual([['https://idp.example.net/', { method: 'POST' }]])
  })

  test('reads the clock', () => {
    vi.useFakeTimers({ now: 4_102_444_800_000, toFake: ['Date'] })
    expect(defaultRuntime.now()).toBe(4_102_444_800_000)
  })

  test('returns the requested number of random bytes, never the same', () => {
    const many = Array.from({ length: 1000 }, () => defaultRuntime.random(16))
    expect(many.every((bytes) => bytes.length === 16)).toBe(true)
    expect(new Set(many.map(String)).size).toBe(1000)
    expect(defaultRuntime.random(1000)).toHaveLength(1000)
  })
})

test('sealing fails without a source of randomness', async () => {
  const ring = createKeyring(['W5n0qv8Jt2mXc7bRk3zLf9sYh4dGp6uEa1oTi0Vx'], webEngine)
  const { subtle } = crypto
  vi.stubGlobal('crypto', {
    subtle,
    getRandomValues: () => {
      throw new Error('no entropy')
    },
  })
  expect(() => defaultRuntime.random(1000)).toThrow('no entropy')
  // The bytes that were filled before may still be used.
  expect(() => Array.from({ length: 1000 }, () => defaultRuntime.random(1))).toThrow('no entropy')
  await expect(Promise.resolve(ring.seal('session', 'text'))).rejects.toThrow('no entropy')
})
