import { calculateJwkThumbprint, compactDecrypt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { counting, engines } from '../../test/support/engines.ts'
import { deriveAlone, kidOf, sealWithJose } from '../../test/support/jwe.ts'
import { createKeyring } from './keyring.ts'

const NEW = 'a-newer-secret-that-seals-whatever-is-sealed-now'
const OLD = 'an-older-secret-that-still-opens-for-some-weeks-'
const SESSION = 'authwright.session-token'
const PURPOSES = [SESSION, `__Secure-${SESSION}`, 'transaction authwright.state', 'csrf token', 'challenge', '', 'ann']
const TEXTS = ['', '{"sub":"ann"}', '\ufeffBOM', 'naïve 🦉 text', 'x'.repeat(20_000), '\0']

describe.each(engines)('the keyring on the %s engine', (_name, engine) => {
  const keyring = createKeyring([NEW, OLD], engine)

  test('opens every sealed text', async () => {
    for (const text of TEXTS) expect(await keyring.open(SESSION, await keyring.seal(SESSION, text))).toBe(text)
  })

  test('refuses a token of another purpose', async () => {
    for (const sealedFor of PURPOSES) {
      const token = await keyring.seal(sealedFor, 'text')
      for (const openedFor of PURPOSES) {
        expect(await keyring.open(openedFor, token)).toBe(openedFor === sealedFor ? 'text' : null)
      }
    }
  })

  test('seals with the first secret and opens with every listed one', async () => {
    const old = await createKeyring([OLD], engine).seal(SESSION, 'text')
    expect(await keyring.open(SESSION, old)).toBe('text')
    expect(await createKeyring([NEW], engine).open(SESSION, old)).toBeNull()
    const now = await keyring.seal(SESSION, 'text')
    expect(await createKeyring([NEW], engine).open(SESSION, now)).toBe('text')
    expect(await createKeyring([OLD], engine).open(SESSION, now)).toBeNull()
  })

  test('seals the same text with a new IV each time', async () => {
    const many = 4096
    // So long that two ciphertexts are not equal by chance.
    const text = 'text'.repeat(8)
    const tokens = await Promise.all(Array.from({ length: many }, async () => keyring.seal(SESSION, text)))
    expect(new Set(tokens.map((token) => token.split('.')[2])).size).toBe(many)
    expect(new Set(tokens.map((token) => token.split('.')[3])).size).toBe(many)
  })

  test('seals tokens that jose opens', async () => {
    const token = await keyring.seal(SESSION, '{"sub":"ann"}')
    const { plaintext } = await compactDecrypt(token, deriveAlone(NEW, SESSION, 'A256GCM'))
    expect(new TextDecoder().decode(plaintext)).toBe('{"sub":"ann"}')
    const kid = await calculateJwkThumbprint({
      kty: 'oct',
      k: Buffer.from(deriveAlone(NEW, SESSION, 'A256GCM')).toString('base64url'),
    })
    expect(decodeProtectedHeader(token)).toStrictEqual({ alg: 'dir', enc: 'A256GCM', kid })
  })

  test.each([
    ['the new secret', NEW],
    ['the old secret', OLD],
  ])('opens what jose seals under %s with the header of our tokens, and no other', async (_which, secret) => {
    const kid = await kidOf(deriveAlone(secret, SESSION, 'A256GCM'))
    const open = async (wanted: Parameters<typeof sealWithJose>[2]) =>
      keyring.open(SESSION, await sealWithJose(secret, SESSION, wanted))
    expect(await open({ header: { kid } })).toBe('{"sub":"ann"}')
    for (const header of [{}, { typ: 'JWT' }, { kid, cty: 'json' }]) expect(await open({ header })).toBeNull()
    const cbc = await kidOf(deriveAlone(secret, SESSION, 'A256CBC-HS512'))
    for (const header of [{}, { kid }, { kid: cbc }]) expect(await open({ enc: 'A256CBC-HS512', header })).toBeNull()
  })

  test('does not open what is sealed for another purpose, with another secret or under another kid', async () => {
    const kid = await kidOf(deriveAlone(NEW, SESSION, 'A256GCM'))
    expect(await keyring.open('other', await sealWithJose(NEW, SESSION, { header: { kid } }))).toBeNull()
    expect(await keyring.open(SESSION, await sealWithJose(`${NEW}.`, SESSION, { header: { kid } }))).toBeNull()
    expect(await keyring.open(SESSION, await sealWithJose(OLD, SESSION, { header: { kid } }))).toBeNull()
  })

  test('returns one MAC per secret, which depends on purpose, text and secret', async () => {
    const macs = await keyring.macs('csrf', 'text')
    expect(macs).toHaveLength(2)
    expect(macs[0]).toBe(await keyring.mac('csrf', 'text'))
    expect(macs[1]).toBe(await createKeyring([OLD], engine).mac('csrf', 'text'))
    const others = [await keyring.mac('csrf', 'texts'), await keyring.mac('csrf2', 'text')]
    expect(new Set([...macs, ...others]).size).toBe(4)
    expect(macs[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  test('derives each key once, also for a new keyring with the same secrets', async () => {
    const counted = counting(engine)
    const request = async () => {
      const ring = createKeyring([NEW, OLD], counted.engine)
      const token = await ring.seal(SESSION, 'text')
      await ring.open(SESSION, token)
      await ring.open(SESSION, await createKeyring([OLD], engine).seal(SESSION, 'text'))
      await ring.macs('csrf', 'text')
    }
    await request()
    const { seal: _seal, open: _open, mac: _mac, ...first } = counted.counts
    // Two secrets, each with a GCM and a MAC key; a thumbprint for each GCM key.
    expect(first).toStrictEqual({ derive: 4, gcmKey: 2, macKey: 2, sha256: 2 })
    for (let i = 0; i < 20; i += 1) await request()
    const { seal, open, mac, ...later } = counted.counts
    expect(later).toStrictEqual(first)
    expect({ seal, open, mac }).toStrictEqual({ seal: 21, open: 42, mac: 42 })
  })

  test('derives a key once for concurrent callers', async () => {
    const counted = counting(engine)
    const ring = createKeyring([NEW], counted.engine)
    await Promise.all(Array.from({ length: 8 }, async () => ring.mac('csrf', 'text')))
    expect(counted.counts.derive).toBe(1)
  })

  test('derives a key again after a failure', async () => {
    let broken = true
    const derive: typeof engine.derive = async (from) => {
      if (broken) throw new Error('no entropy')
      return engine.derive(from)
    }
    const ring = createKeyring([NEW], { ...engine, derive })
    await expect(ring.mac('csrf', 'text')).rejects.toThrow('no entropy')
    broken = false
    expect(await ring.mac('csrf', 'text')).toBe(await keyring.mac('csrf', 'text'))
  })
})

describe('the two engines', () => {
  test('open the tokens of each other and compute the same MACs', async () => {
    const [first, second] = engines.map(([, engine]) => createKeyring([NEW], engine))
    if (first === undefined || second === undefined) throw new Error('There must be two engines')
    for (const text of TEXTS) {
      expect(await second.open(SESSION, await first.seal(SESSION, text))).toBe(text)
      expect(await first.open(SESSION, await second.seal(SESSION, text))).toBe(text)
    }
    expect(await first.mac('csrf', 'naïve 🦉')).toBe(await second.mac('csrf', 'naïve 🦉'))
  })

  test('are synchronous on node:crypto once the keys are derived', () => {
    const [, engine] = engines[0] ?? []
    if (engine === undefined) throw new Error('There must be two engines')
    const ring = createKeyring([NEW, OLD], engine)
    expect(engine.name).toBe('node')
    const token = ring.seal(SESSION, 'text')
    expect(typeof token === 'string' && ring.open(SESSION, token)).toBe('text')
    expect(Array.isArray(ring.macs('csrf', 'text'))).toBe(true)
  })
})

test('throws without a secret', () => {
  const [, engine] = engines[0] ?? []
  if (engine === undefined) throw new Error('There must be two engines')
  expect(() => createKeyring([], engine)).toThrow('no secret')
})
