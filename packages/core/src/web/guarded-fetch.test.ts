import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import { guardFetch } from './guarded-fetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const call = (send: typeof fetch): Promise<string> =>
  guardFetch({ send, timeout: 1000, fail: (reason) => new AuthError(reason) })('https://id.example.com/token').then(
    (response) => response.text(),
    (error: unknown) => String(error),
  )

const endings: readonly (readonly [string, typeof fetch])[] = [
  ['a response', async () => new Response('{}')],
  ['a response without a body', async () => new Response(null, { status: 204 })],
  ['a body that is too large', async () => new Response('x'.repeat(2 ** 21))],
  ['a network failure', () => Promise.reject(new TypeError('fetch failed'))],
  ['a redirect', async () => Response.redirect('https://elsewhere.example.com')],
]

test.each(endings)('%s leaves no timer', async (_what, send) => {
  await call(send)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([0, 600, 999])('a response with the invalid status %i fails', async (status) => {
  const response = Object.defineProperty(new Response('{}'), 'status', { value: status })
  expect(await call(() => Promise.resolve(response))).toBe('AuthError: status')
})

test('a timeout leaves no timer', async () => {
  const response = call(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await response).toContain('Error')
  expect(vi.getTimerCount()).toBe(0)
})
