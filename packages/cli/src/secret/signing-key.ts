import { createHash, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'

const RSA_BITS = 2048

/** The algorithms by their names on the command line: the one of the JWK (RFC 7518 §3.1, RFC 9864 §2.2), and a new key. */
const algorithms = {
  es256: { alg: 'ES256', make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  ed25519: { alg: 'Ed25519', make: () => generateKeyPairSync('ed25519') },
  rs256: { alg: 'RS256', make: () => generateKeyPairSync('rsa', { modulusLength: RSA_BITS }) },
} as const satisfies Readonly<
  Record<
    string,
    { readonly alg: string; readonly make: () => { readonly privateKey: KeyObject; readonly publicKey: KeyObject } }
  >
>

export type SigningAlgorithm = keyof typeof algorithms

export const signingAlgorithms = Object.keys(algorithms) as readonly SigningAlgorithm[]

export const isSigningAlgorithm = (name: string): name is SigningAlgorithm => Object.hasOwn(algorithms, name)

/** A key with which the application authenticates at a provider (RFC 7523), as JWKs. */
export interface SigningKey {
  readonly privateJwk: JsonWebKey
  /** The set to register at the provider. It has no private key. */
  readonly jwks: { readonly keys: readonly JsonWebKey[] }
}

/** The thumbprint of a public key (RFC 7638 §3): its required members are all that Node exports. */
const thumbprintOf = (jwk: JsonWebKey): string =>
  createHash('sha256')
    .update(
      JSON.stringify(Object.fromEntries(Object.entries(jwk).toSorted(([one], [other]) => (one < other ? -1 : 1)))),
    )
    .digest('base64url')

export const makeSigningKey = (name: SigningAlgorithm): SigningKey => {
  const { alg, make } = algorithms[name]
  const { privateKey, publicKey } = make()
  const publicJwk = publicKey.export({ format: 'jwk' })
  const facts = { alg, use: 'sig', kid: thumbprintOf(publicJwk) }
  return {
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...facts },
    jwks: { keys: [{ ...publicJwk, ...facts }] },
  }
}
