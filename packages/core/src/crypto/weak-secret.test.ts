import { randomBytes, randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findWeakness } from './weak-secret.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const SYMBOLS = `${LETTERS}${LETTERS.toUpperCase()}0123456789!#$%&*+-.:;<=>?@^_~`

describe('a secret', () => {
  test.each([
    ['one character', 'a'.repeat(40)],
    ['two characters', 'ab'.repeat(20)],
    ['three characters', 'abc'.repeat(20)],
    ['a repeated word', 'password'.repeat(5)],
    ['a repeated word in other letters', 'PassWord'.repeat(2) + 'password'.repeat(3)],
    ['a repeated word that ends early', 'correct horse '.repeat(3).slice(0, 37)],
    ['a random text of 20 characters, twice', 'k8Qz1mXv7Rb3Nc5Jd9Wf'.repeat(2)],
    ['the hexadecimal digits', '0123456789abcdef'.repeat(4)],
    ['zeros and a one', `${'0'.repeat(63)}1`],
    ['few characters', 'aaaaaaaaaaaabbbbbbbbbbbbccccccccccdd'],
    ['digits in order', '12345678901234567890123456789012'],
    ['letters in order', `${LETTERS}${LETTERS.slice(0, 10)}`],
    ['letters and digits in order', `${LETTERS}0123456789`],
    ['capitals and letters in order', `${LETTERS.toUpperCase()}${LETTERS}`],
    ['letters in reverse order', `9876543210${LETTERS.split('').toReversed().join('')}`],
    ['letters in order, separated', `${LETTERS}0123456789`.split('').join('-')],
    ['a keyboard', 'qwertyuiopasdfghjklzxcvbnm1234567890'],
    ['a word and digits in order', 'secret0123456789012345678901234567'],
    ['a placeholder', 'your-secret-key-must-be-at-least-32-characters'],
    ['another placeholder', 'change_me_to_a_very_long_random_string'],
    ['one repeated character and a digit', `${'a'.repeat(40)}1`],
    ['a short text before a repetition', `k8Qz1mXv${'abc'.repeat(12)}`],
    ['a repetition and the end of the alphabet', `${'abc'.repeat(12)}xyz`],
    ['a repetition between two words', `hunter${'x'.repeat(30)}hunter2`],
    ['a repeated text of symbols', '!@#$%^&*()'.repeat(4)],
    ['a word and a repetition', `password${'!'.repeat(30)}`],
    ['a word and the keyboard', 'Password-1234567890-qwertyuiop-2026'],
    ['a variable that is not replaced', 'prefix-${AUTH_SECRET}-k8Qz1mXv7Rb3Nc5Jd9Wf2Hs6'],
    ['a variable of the process', 'process.env.AUTH_SECRET_OF_THE_APPLICATION'],
    ['an object as text', '[object Object], [object Map], [object Set]'],
    ['a missing value', 'undefined-k8Qz1mXv7Rb3Nc5Jd9Wf2Hs6Gt4Lp0Ya'],
    ['a command', 'openssl rand -base64 33 prints a secret'],
  ])('that consists of %s is refused', (_what, secret) => {
    expect(findWeakness(secret)).toBeDefined()
  })

  const encodings = ['base64', 'base64url', 'hex'] as const
  test.each(encodings.flatMap((encoding) => [32, 64].map((length) => [length, encoding] as const)))(
    'of %i random bytes as %s is accepted',
    (length, encoding) => {
      const secrets = Array.from({ length: 50_000 }, () => randomBytes(length).toString(encoding))
      expect(secrets.filter((secret) => findWeakness(secret) !== undefined)).toStrictEqual([])
    },
  )

  test('of random characters is accepted', () => {
    const make = (length: number): string =>
      Array.from({ length }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length))).join('')
    const printable = Array.from({ length: 3000 }, (_, run) => make(32 + (run % 33)))
    // The shortest hexadecimal secret has the fewest different characters.
    const short = Array.from({ length: 3000 }, () => randomBytes(16).toString('hex'))
    expect([...printable, ...short].filter((secret) => findWeakness(secret) !== undefined)).toStrictEqual([])
  })

  test('of 32 random characters is accepted, also if its end repeats its beginning', () => {
    const random = 'k8Qz1mXv7Rb3Nc5Jd9Wf2Hs6Gt4Lp0Ya'
    expect(findWeakness(random)).toBeUndefined()
    expect(findWeakness(random + random)).toBeUndefined()
    expect(findWeakness(random + random.slice(0, 5))).toBeUndefined()
  })
})

const ROOT = join(import.meta.dirname, '../../../..')

// The pages of `reference/api` are generated from the types of the packages, and are not committed.
const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !/node_modules|dist\/|\.test\.|\.svelte-kit|reference\/api/.test(path))
    .map((path) => join(folder, path))

/** A secret as code, a shell or a file of variables writes it. */
const WRITTEN = /secrets?(?:"|')?\s*[:=]\s*\[?\s*(["'`])([^"'`\n$]{32,})\1|SECRET(?:_\d)?=([^\s"'`$<…]{32,})/gi

test('no example that we publish has a secret that would be accepted', () => {
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...filesBelow('docs', /\.md$/),
    ...filesBelow('examples', /\.(?:md|ts|mjs|svelte)$/),
    ...filesBelow('packages', /(?:^|\/)README\.md$/),
    ...filesBelow('packages/core/src', /\.ts$/),
    ...filesBelow('packages/core/test/docs/shown', /\.ts$/),
    ...filesBelow('packages/sveltekit/src', /\.(?:ts|svelte)$/),
  ]
  expect(files.length).toBeGreaterThan(100)
  const accepted = files.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(WRITTEN)]
      .map(([, , quoted, bare]) => quoted ?? bare ?? '')
      .filter((secret) => findWeakness(secret) === undefined)
      .map((secret) => `${path}: ${secret}`),
  )
  expect(accepted).toStrictEqual([])
})
