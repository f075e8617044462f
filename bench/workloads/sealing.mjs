// Seals and opens a token without a request. The comparison is `jose` with a key that is already derived.
import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { createKeyring } from '../../packages/core/src/crypto/keyring.ts'
import { defaultRuntime, webEngine } from '../../packages/core/src/runtime/platform.ts'
import { CLAIMS, assert, SECRET } from '../fixtures.mjs'

export const title = 'Sealing: one token with 200 bytes of claims'

const PURPOSE = 'authwright.session-token'
const keyBytes = new Uint8Array(
  hkdfSync('sha256', SECRET, PURPOSE, `Authwright Generated Encryption Key (${PURPOSE})`, 32),
)

/** @param {CryptoKey} key */
const joseSeal = (key) =>
  new EncryptJWT(CLAIMS)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .encrypt(key)

/**
 * @param {string} name
 * @param {() => unknown} run
 * @param {(result: unknown) => boolean} isRight
 * @param {string} [against]
 */
const entry = (name, run, isRight, against) => ({
  name,
  run,
  check: async () => assert(isRight(await run()), name),
  ...(against === undefined ? {} : { against }),
})

/** @returns {Promise<readonly import('../measure.mjs').Entry[]>} */
export const entries = async () => {
  const gcm = await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const [node, web] = [createKeyring([SECRET], defaultRuntime.crypto), createKeyring([SECRET], webEngine)]
  const plaintext = JSON.stringify({ ...CLAIMS, iat: 1, exp: 4_102_444_800, jti: '0123456789abcdef' })
  const own = await node.seal(PURPOSE, plaintext)
  const ofJose = await joseSeal(gcm)
  const opens = (/** @type {unknown} */ text) => typeof text === 'string' && JSON.parse(text).sub === CLAIMS.sub
  const decrypts = (/** @type {any} */ result) => result.payload.sub === CLAIMS.sub
  const seals = (/** @type {unknown} */ token) => typeof token === 'string' && token.split('.').length === 5
  const [openGcm, seal] = ['jose opens A256GCM', 'jose seals A256GCM']
  return [
    entry(
      'floor: JSON.parse of the claims',
      () => JSON.parse(plaintext),
      (claims) => claims !== null,
    ),
    entry(openGcm, () => jwtDecrypt(ofJose, gcm), decrypts),
    entry('keyring opens its own', () => node.open(PURPOSE, own), opens, openGcm),
    entry('keyring on WebCrypto opens its own', () => web.open(PURPOSE, own), opens, openGcm),
    entry(seal, () => joseSeal(gcm), seals),
    entry('keyring seals', () => node.seal(PURPOSE, plaintext), seals, seal),
    entry('keyring on WebCrypto seals', () => web.seal(PURPOSE, plaintext), seals, seal),
  ]
}
