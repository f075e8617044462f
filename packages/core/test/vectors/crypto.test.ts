import { describe, expect, test } from 'vitest'
import { toHex } from '../../src/base/bytes.ts'
import { createKeyring } from '../../src/crypto/keyring.ts'
import { engines } from '../support/engines.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const base64url = (hex: string): string => Buffer.from(bytes(hex)).toString('base64url')

describe.each(engines)('published vectors on the %s engine', (_name, engine) => {
  test('HKDF-SHA-256 agrees with RFC 5869 A.3', async () => {
    const okm = await engine.derive({ secret: '\u000b'.repeat(22), salt: '', info: '', length: 64 })
    const published = '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8'
    expect(toHex(okm).slice(0, published.length)).toBe(published)
  })

  test('HMAC-SHA-256 agrees with RFC 4231 §4.3', async () => {
    const key = await engine.macKey(bytes(Buffer.from('Jefe').toString('hex')))
    expect(await key.mac('what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('AES-256-GCM agrees with test case 14 of the GCM specification', async () => {
    const key = await engine.gcmKey(new Uint8Array(32))
    const ciphertext = base64url('cea7403d4d606b6e074ec5d3baf39d18')
    const tag = base64url('d0d1c8a799996bf0265b98b5d48ab919')
    expect(await key.open('', base64url('00'.repeat(12)), ciphertext, tag)).toBe('\0'.repeat(16))
    expect(await key.open('x', base64url('00'.repeat(12)), ciphertext, tag)).toBeNull()
  })

  // A fixed token for other implementations of this format: the secret, the purpose and the plaintext.
  test('a session token of a known secret opens', async () => {
    const keyring = createKeyring(['known-answer-secret-for-another-implementation'], engine)
    const token =
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoicnZ4S0VHSUFCUWN5TGRjLWZ3Z1BHbDZfSGt6a3RpRU1DZ3Nha0xmWkMtNCJ9.' +
      '.BM3CwpKdxv9SvweC.Hk0cMcEwHC_dxlZVsQ.o9lifH8Rufet6xQVjQE4_g'
    expect(await keyring.open('authwright.session-token', token)).toBe('{"sub":"ann"}')
    expect((await keyring.seal('authwright.session-token', '')).split('.')[0]).toBe(token.split('.')[0])
    expect(await keyring.mac('csrf token', 'ann')).toBe(
      'b95c5fd90ab7c91461dc8994184ee12a9259dae9f336fa207bb99eab71af9016',
    )
  })
})
