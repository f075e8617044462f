// Seals and opens a token without a request. The comparison is `jose` with a key that is already derived.
import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { createKeyring } from '../../packages/core/dist/crypto/keyring.js'
import { defaultRuntime, webEngine } from '../../packages/core/dist/runtime/platform.js'
import { CLAIMS, assert, SECRET } from '../fixtures.mjs'

export const title = 'Sealing: one token with 200 bytes of claims'

const PURPOSE = 'authwright.session-token'
const derive = (/** @type {number} */ length) =>
  new Uint8Array(hkdfSync('sha256', SECRET, PURPOSE, `Authwright Generated Encryption Key (${PURPOSE})`, length))

/** @param {'A256GCM' | 'A256CBC-HS512'} enc @param {CryptoKey | Uint8Array} key */
const joseSeal = (enc, key) =>
  new EncryptJWT(CLAIMS).setProtectedHeader({ alg: 'dir', enc }).setIssuedAt().setExpirationTime('1h').encrypt(key)

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
  const [gcmBytes, cbc] = [derive(32), derive(64)]
  const gcm = await crypto.subtle.importKey('raw', gcmBytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const [node, web] = [createKeyring([SECRET], defaultRuntime.crypto), createKeyring([SECRET], webEngine)]
  const plaintext = JSON.stringify({ ...CLAIMS, iat: 1, exp: 4_102_444_800, jti: '0123456789abcdef' })
  const own = await node.seal(PURPOSE, plaintext)
  const [ofJoseGcm, ofJoseCbc] = [await joseSeal('A256GCM', gcm), await joseSeal('A256CBC-HS512', cbc)]
  const opens = (/** @type {unknown} */ text) => typeof text === 'string' && JSON.parse(text).sub === CLAIMS.sub
  const decrypts = (/** @type {any} */ result) => result.payload.sub === CLAIMS.sub
  const seals = (/** @type {unknown} */ token) => typeof token === 'string' && token.split('.').length === 5
  const [openGcm, openCbc, seal] = ['jose opens A256GCM', 'jose opens A256CBC-HS512', 'jose seals A256GCM']
  return [
    entry(
      'floor: JSON.parse of the claims',
      () => JSON.parse(plaintext),
      (claims) => claims !== null,
    ),
    entry(openGcm, () => jwtDecrypt(ofJoseGcm, gcm), decrypts),
    entry('keyring opens its own', () => node.open(PURPOSE, own), opens, openGcm),
    entry('keyring opens jose’s A256GCM', () => node.open(PURPOSE, ofJoseGcm), opens, openGcm),
    entry('keyring on WebCrypto opens its own', () => web.open(PURPOSE, own), opens, openGcm),
    entry(openCbc, () => jwtDecrypt(ofJoseCbc, cbc), decrypts),
    entry('keyring opens jose’s A256CBC-HS512', () => node.open(PURPOSE, ofJoseCbc), opens, openCbc),
    entry(seal, () => joseSeal('A256GCM', gcm), seals),
    entry('keyring seals', () => node.seal(PURPOSE, plaintext), seals, seal),
    entry('keyring on WebCrypto seals', () => web.seal(PURPOSE, plaintext), seals, seal),
  ]
}
