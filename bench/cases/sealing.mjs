// Seals and opens a token without a request. The comparison is jose with a key that is already derived.
import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { createKeyring } from '../../packages/core/src/crypto/keyring.ts'
import { defaultRuntime } from '../../packages/core/src/runtime/platform.ts'
import { assert, CLAIMS, SECRET } from '../fixtures.mjs'
import { FLOOR, OWN } from './case.mjs'

const PURPOSE = 'authwright.session-token'
const info = `Authwright Generated Encryption Key (${PURPOSE})`
const key = new Uint8Array(hkdfSync('sha256', SECRET, PURPOSE, info, 32))
const plaintext = JSON.stringify({ ...CLAIMS, iat: 1, exp: 4_102_444_800, jti: '0123456789abcdef' })

const joseSeal = () =>
  new EncryptJWT(CLAIMS).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setExpirationTime('1h').encrypt(key)

/** @param {() => unknown} run @param {(result: any) => boolean} isRight */
const entry = (run, isRight) => ({ run, check: async () => assert(isRight(await run()), 'sealing') })

/** @type {readonly import('./case.mjs').Case[]} */
export const sealingCases = [
  {
    id: 'open',
    load: async () => {
      const keyring = createKeyring([SECRET], defaultRuntime.crypto)
      const [own, peer] = [await keyring.seal(PURPOSE, plaintext), await joseSeal()]
      return {
        [FLOOR]: entry(
          () => JSON.parse(plaintext),
          (claims) => claims.sub === CLAIMS.sub,
        ),
        [OWN]: entry(
          () => keyring.open(PURPOSE, own),
          (text) => JSON.parse(text).sub === CLAIMS.sub,
        ),
        jose: entry(
          () => jwtDecrypt(peer, key),
          (result) => result.payload.sub === CLAIMS.sub,
        ),
      }
    },
  },
  {
    id: 'seal',
    load: async () => {
      const keyring = createKeyring([SECRET], defaultRuntime.crypto)
      const isToken = (/** @type {string} */ token) => token.split('.').length === 5
      return {
        [FLOOR]: entry(
          () => JSON.stringify(CLAIMS),
          (text) => text.length > 9,
        ),
        [OWN]: entry(() => keyring.seal(PURPOSE, plaintext), isToken),
        jose: entry(joseSeal, isToken),
      }
    },
  },
]
