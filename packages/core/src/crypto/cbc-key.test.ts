import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { FlattenedEncrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import { builtinModules } from '../runtime/platform.ts'
import type { OpeningKey } from '../runtime/engine.ts'
import { joseCbcKey } from './cbc-key.ts'
import { nodeCbcKey } from './node-cbc-key.ts'

const makeNodeKey = (key: Uint8Array): OpeningKey => {
  if (builtinModules === undefined) throw new Error('Node has node:crypto')
  return nodeCbcKey(builtinModules, key)
}

const engines = [
  ['node:crypto', makeNodeKey],
  ['jose', joseCbcKey],
] as const

type Parts = readonly [header: string, iv: string, ciphertext: string, tag: string]

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const HEADER = encode(Buffer.from('{"alg":"dir","enc":"A256CBC-HS512"}'))
const KEY = Uint8Array.from({ length: 64 }, (_none, i) => i)

const seal = async (plaintext: string, iv?: Uint8Array): Promise<Parts> => {
  const encryption = new FlattenedEncrypt(Buffer.from(plaintext))
  encryption.setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512' })
  if (iv !== undefined) encryption.setInitializationVector(iv)
  const sealed = await encryption.encrypt(KEY)
  return [sealed.protected ?? '', sealed.iv ?? '', sealed.ciphertext, sealed.tag ?? '']
}

/** The tag of RFC 7518 §5.2.2.1, computed without the code under test. */
const tagOf = (header: string, iv: Uint8Array, ciphertext: Uint8Array): string => {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(header.length * 8))
  const mac = createHmac('sha512', KEY.subarray(0, 32)).update(header).update(iv).update(ciphertext).update(length)
  return encode(mac.digest().subarray(0, 32))
}

test('opens the test case of RFC 7518, appendix B.3', () => {
  const hex = (text: string): string => encode(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
  const iv = hex('1af38c2dc2b96ffdd86694092341bc04')
  const ciphertext = hex(`
    4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd822c301dd67c373bccb584ad3e9279c2e6d12a1374b77f07
    7553df829410446b36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3a3b75e662a2594410ae496b2e2e6609e
    31e6e02cc837f053d21f37ff4f51950bbe2638d09dd7a4930930806d0703b1f6`)
  const tag = hex('4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5')
  expect(makeNodeKey(KEY).open('The second principle of Auguste Kerckhoffs', iv, ciphertext, tag)).toBe(
    'A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy ' +
      'without inconvenience',
  )
})

describe.each(engines)('a key of A256CBC-HS512 on %s', (_name, makeKey) => {
  test('opens what jose seals', async () => {
    for (const text of ['', '{"sub":"ann"}', '\ufeffBOM', 'naïve 🦉 text', 'x'.repeat(20_000), '\0'])
      expect(await makeKey(KEY).open(...(await seal(text)))).toBe(text)
  })

  test('refuses a token in which one character of any part was changed', async () => {
    const sealed = await seal('{"sub":"ann"}')
    const key = makeKey(KEY)
    for (const [i, part] of sealed.entries()) {
      for (let at = 0; at < part.length; at += 1) {
        for (const other of part[at] === 'A' ? ['B', '+'] : ['A', '+', '']) {
          const changed = part.slice(0, at) + other + part.slice(at + 1)
          expect(await key.open(...(sealed.with(i, changed) as unknown as Parts)), `${i} ${at} ${other}`).toBeNull()
        }
      }
    }
  })

  test('refuses a token of another key, also if only one half of the key differs', async () => {
    // The second half is not in the tag, so only the padding is wrong: with one IV in 256 it would be right by chance.
    const sealed = await seal('{"sub":"ann"}', Buffer.alloc(16, 7))
    for (const at of [0, 31, 32, 63]) expect(await makeKey(KEY.with(at, 99)).open(...sealed)).toBeNull()
  })

  test('refuses a part of another length, and an empty one', async () => {
    const [header, iv, ciphertext, tag] = await seal('{"sub":"ann"}')
    const key = makeKey(KEY)
    for (const length of [0, 12, 15, 17, 32])
      expect(await key.open(header, encode(Buffer.alloc(length)), ciphertext, tag)).toBeNull()
    const bytes = Buffer.from(tag, 'base64url')
    for (const length of [0, 16, 31])
      expect(await key.open(header, iv, ciphertext, encode(bytes.subarray(0, length)))).toBeNull()
    expect(await key.open(header, iv, ciphertext, encode(Buffer.concat([bytes, Buffer.alloc(32)])))).toBeNull()
    expect(await key.open(header, iv, '', tag)).toBeNull()
  })

  test('refuses an authentic token whose padding is wrong, or whose ciphertext is no whole number of blocks', async () => {
    const iv = Buffer.alloc(16, 7)
    for (const length of [0, 15, 16, 17, 32]) {
      const ciphertext = Buffer.alloc(length, 7)
      const tag = tagOf(HEADER, iv, ciphertext)
      expect(await makeKey(KEY).open(HEADER, encode(iv), encode(ciphertext), tag), `${length} bytes`).toBeNull()
    }
  })
})

test('opens and refuses the same tokens on both', async () => {
  const change = fc.record({
    part: fc.nat(3),
    at: fc.nat(400),
    by: fc.constantFrom('', 'A', 'B', 'AA', '=', '-', '+', ' '),
  })
  const generated = fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 200 }),
    changes: fc.array(change, { maxLength: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(generated, async ({ text, changes }) => {
      const parts = [...(await seal(text))]
      for (const { part, at, by } of changes) {
        const old = parts[part] ?? ''
        const place = at % (old.length + 1)
        parts[part] = old.slice(0, place) + by + old.slice(place + 1)
      }
      const [own, peer] = [makeNodeKey(KEY), joseCbcKey(KEY)]
      const opened = await own.open(...(parts as unknown as Parts))
      expect(opened).toBe(await peer.open(...(parts as unknown as Parts)))
      expect([text, null]).toContain(opened)
    }),
    { numRuns: 300 },
  )
})
