import { isPromiseLike, whenReady } from '../base/awaitable.ts'
import type { Awaitable } from '../base/awaitable.ts'
import { toBase64url, utf8 } from '../base/bytes.ts'
import { oncePer } from '../base/once.ts'
import type { CryptoEngine, MacKey, OpeningKey, SealingKey } from '../runtime/engine.ts'
import { BoundedMap } from './bounded-map.ts'

/** Content encryption of a JWE (RFC 7518 §5.1): what we seal with, and what we open besides. */
export type ContentEncryption = 'A256GCM' | 'A256CBC-HS512'

/** A key that opens tokens of one purpose, and the name it goes by in their headers. */
export interface NamedKey<Key extends OpeningKey> {
  /** The thumbprint of the key as a JWK (RFC 7638), base64url. */
  readonly kid: string
  readonly key: Key
}

/** The key that seals tokens of one purpose. */
export interface OwnKey extends NamedKey<SealingKey> {
  /** The protected header that all its tokens begin with, encoded. */
  readonly header: string
}

/** The keys of one secret, by purpose. Each is derived at its first use and kept. */
export interface SecretKeys {
  readonly own: (purpose: string) => Awaitable<OwnKey>
  readonly cbc: (purpose: string) => Awaitable<NamedKey<OpeningKey>>
  readonly mac: (purpose: string) => Awaitable<MacKey>
}

/** Purposes are few and come from code and config; the bound holds even if somebody makes one per request. */
const MOST_PURPOSES = 256
/** A deployment has one secret or three; one that serves many tenants may have one for each. */
const MOST_SECRETS = 1024

/** The value of a name, made at its first use. While it is being made, all who ask wait for the same one. */
const kept = <Value>(make: (name: string) => Awaitable<Value>): ((name: string) => Awaitable<Value>) => {
  const values = new BoundedMap<string, Awaitable<Value>>(MOST_PURPOSES)
  const begin = (name: string): Awaitable<Value> => {
    const value = make(name)
    values.set(name, value)
    // Afterwards the value itself stands there, so that nobody waits for a promise; a failure is not held against it.
    if (isPromiseLike(value))
      void value.then(
        (made) => values.set(name, made),
        () => values.delete(name),
      )
    return value
  }
  return (name) => values.get(name) ?? begin(name)
}

/** RFC 7638 §3.2: the required members of an `oct` key (RFC 7518 §6.4.1), in the order of their names, without spaces. */
const thumbprint = (engine: CryptoEngine, bytes: Uint8Array): Awaitable<string> =>
  engine.sha256(JSON.stringify({ k: toBase64url(bytes), kty: 'oct' }))

const deriveKeys = (engine: CryptoEngine, secret: string): SecretKeys => {
  const derive = (use: 'Encryption' | 'Authentication', purpose: string, length: 32 | 64) =>
    // The purpose stands in salt and label both, as published libraries derive theirs; the name keeps the two apart.
    engine.derive({ secret, salt: purpose, info: `Authwright Generated ${use} Key (${purpose})`, length })
  const named = <Key extends OpeningKey>(
    bytes: Uint8Array<ArrayBuffer>,
    importKey: (bytes: Uint8Array<ArrayBuffer>) => Awaitable<Key>,
  ): Awaitable<NamedKey<Key>> =>
    whenReady(thumbprint(engine, bytes), (kid) => whenReady(importKey(bytes), (key) => ({ kid, key })))
  const withHeader = ({ kid, key }: NamedKey<SealingKey>): OwnKey => ({
    kid,
    key,
    header: toBase64url(utf8(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid }))),
  })
  return {
    own: kept((purpose) =>
      whenReady(derive('Encryption', purpose, 32), (bytes) => whenReady(named(bytes, engine.gcmKey), withHeader)),
    ),
    cbc: kept((purpose) => whenReady(derive('Encryption', purpose, 64), (bytes) => named(bytes, engine.cbcKey))),
    mac: kept((purpose) => whenReady(derive('Authentication', purpose, 32), engine.macKey)),
  }
}

const secretsOf = oncePer((_engine: CryptoEngine) => new BoundedMap<string, SecretKeys>(MOST_SECRETS))

/** The keys of a secret, the same ones for all who ask. */
export const getSecretKeys = (engine: CryptoEngine, secret: string): SecretKeys => {
  const secrets = secretsOf(engine)
  const known = secrets.get(secret)
  if (known !== undefined) return known
  const keys = deriveKeys(engine, secret)
  secrets.set(secret, keys)
  return keys
}
