import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { findPublicKeys } from './jwks.ts'

const makeKey = async (algorithm: string) => ({
  ...(await exportJWK((await generateKeyPair(algorithm, { extractable: true })).publicKey)),
  kid: 'one',
})

test.each(['RS256', 'ES256', 'ES384', 'EdDSA'])(
  'keeps two %s keys with one kid, and drops a repeated one',
  async (algorithm) => {
    const [first, second] = await Promise.all([makeKey(algorithm), makeKey(algorithm)])
    expect(findPublicKeys([first, second, { ...first }], 9)).toEqual([first, second])
  },
)

test('keeps keys that differ in one member', async () => {
  for (const key of await Promise.all(['RS256', 'ES256', 'EdDSA'].map(makeKey))) {
    const members = Object.keys(key).filter((member) => ['n', 'e', 'crv', 'x', 'y', 'kid'].includes(member))
    for (const member of members) {
      const other = { ...key, [member]: member === 'n' ? 'AAEC'.repeat(100) : 'AAEC' }
      expect(findPublicKeys([key, other], 9)).toEqual([key, other])
    }
  }
})

test('drops unused members and keys with huge members', async () => {
  const key = { ...(await makeKey('RS256')), alg: 'RS256', use: 'sig', key_ops: ['verify'] }
  const more = { x5c: ['M'.repeat(9000)], x5u: 'https://op.example', junk: [{}, {}] }
  const large = [
    { ...key, n: 'A'.repeat(5000) },
    { ...key, kid: 'k'.repeat(5000) },
    { ...key, alg: ['RS256'] },
    { ...key, key_ops: Array.from({ length: 99 }, () => 'verify') },
    { ...key, key_ops: ['v'.repeat(5000)] },
  ]
  expect(findPublicKeys([...large, { ...key, ...more }], 9)).toEqual([key])
})

test('drops RSA keys of less than 2048 bits', async () => {
  const key = await makeKey('RS256')
  expect(findPublicKeys([{ ...key, n: key.n?.slice(0, 171) }, key], 9)).toEqual([key])
})
