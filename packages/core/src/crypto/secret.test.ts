import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

const TEXT = 'kR8x0zq1Qe1o5tXb8h3nLw2cVj6yUu4sPa7mDf9gHi0J'

test('a secret is printed only by reveal()', () => {
  const secret = new Secret(TEXT)
  const shown = [
    '' + secret,
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }),
    inspect(secret, { showHidden: true }),
  ]
  for (const text of shown) {
    expect(text).toMatch(/Secret\([0-9a-f]{4}\)/)
    expect(text).not.toContain(TEXT.slice(0, 8))
  }
  expect(Object.values(secret)).toStrictEqual([])
  expect(secret.reveal()).toBe(TEXT)
})

test('the fingerprint is stable and differs between secrets', () => {
  expect(new Secret(TEXT).toString()).toBe(new Secret(TEXT).toString())
  expect(new Secret(TEXT).toString()).not.toBe(new Secret(`${TEXT}.`).toString())
})
