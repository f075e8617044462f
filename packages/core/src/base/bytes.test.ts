import { expect, test } from 'vitest'
import { fromBase64url, toBase64url } from './bytes.ts'

const bytesOf = (length: number) => crypto.getRandomValues(new Uint8Array(length))

test('decodes base64url of every length', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = bytesOf(length)
    expect(fromBase64url(toBase64url(bytes))).toEqual(bytes)
  }
})

test('refuses every other spelling of the same bytes', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (const start of ['A', 'AA', 'AAAAA', 'AAAAAA']) {
    const accepted = Array.from(alphabet).filter((end) => fromBase64url(start + end) !== null)
    expect(accepted).toHaveLength(start.length % 4 === 1 ? 4 : 16)
    for (const end of accepted) expect(toBase64url(fromBase64url(start + end) ?? bytesOf(1))).toBe(start + end)
  }
})

test.each(['A', 'AAAAA', 'AA==', 'AA A', 'A+/A', 'AAAA\n', 'ÄÄÄÄ'])('refuses %j', (text) => {
  expect(fromBase64url(text)).toBeNull()
})
