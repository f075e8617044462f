import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { findPublicKeys } from './public-keys.ts'

const makeKey = async (algorithm: string) => ({
  ...(await exportJWK((await generateKeyPair(algorithm, { extractable: true })).publicKey)),
  kid: 'one',
})

test.each(['RS256', 'ES256', 'ES384', 'EdDSA'])(
  'of two %s keys of one name and the first once more two are left',
  async (algorithm) => {
    const [first, second] = await Promise.all([makeKey(algorithm), makeKey(algorithm)])
    expect(findPublicKeys([first, second, { ...first }])).toEqual([first, second])
  },
)

test('keys that differ in one member of what they are made of are two', async () => {
  for (const key of await Promise.all(['RS256', 'ES256', 'EdDSA'].map(makeKey))) {
    const members = Object.keys(key).filter((member) => ['n', 'e', 'crv', 'x', 'y', 'kid'].includes(member))
    for (const member of members) {
      const other = { ...key, [member]: 'AAEC' }
      expect(findPublicKeys([key, other])).toEqual([key, other])
    }
  }
})
