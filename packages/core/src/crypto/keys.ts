import { toBase64url, utf8 } from '../base/bytes.ts'
import type { CryptoEngine, MacKey, SealingKey } from '../runtime/engine.ts'
import { isPromiseLike, whenReady, type Awaitable, oncePer } from '../base/async.ts'
import { BoundedMap } from '../base/bounded-map.ts'

/** A key for the tokens of one purpose, and their encoded protected header. It names the key. */
interface NamedKey {
  readonly key: SealingKey
  readonly header: string
}

export interface SecretKeys {
  readonly own: (purpose: string) => Awaitable<NamedKey>
  readonly mac: (purpose: string) => Awaitable<MacKey>
}

/** Purposes come from code and config. The limit protects an application that creates one per request. */
const MAX_PURPOSES = 256
/** Most deployments have one to three secrets; one with many tenants may have one for each. */
const MAX_SECRETS = 1024

/** Cache the value for a name. Concurrent callers wait for the same promise. */
const cached = <Value>(make: (name: string) => Awaitable<Value>): ((name: string) => Awaitable<Value>) => {
  const values = new BoundedMap<string, Awaitable<Value>>(MAX_PURPOSES)
  return (name) =>
    values.getOrMake(name, () => {
      const value = make(name)
      // Replace the promise by its value, so that later callers need not wait. The call after a failure retries.
      const drop = () => values.delete(name)
      if (isPromiseLike(value)) void value.then((result) => values.set(name, result), drop)
      return value
    })
}

const deriveKeys = (engine: CryptoEngine, secret: string): SecretKeys => {
  const derive = (use: 'Encryption' | 'Authentication', purpose: string) =>
    // As in published libraries, with another product name, which separates the keys from theirs.
    engine.derive({ secret, salt: purpose, info: `Authwright Generated ${use} Key (${purpose})`, length: 32 })
  return {
    own: cached((purpose) =>
      whenReady(derive('Encryption', purpose), (bytes) => {
        // RFC 7638 §3.2: hash the required members of an `oct` key (RFC 7518 §6.4.1), sorted by name, without spaces.
        const thumbprint = engine.sha256(JSON.stringify({ k: toBase64url(bytes), kty: 'oct' }))
        return whenReady(thumbprint, (kid) => {
          const header = toBase64url(utf8(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid })))
          return whenReady(engine.gcmKey(bytes), (key) => ({ key, header }))
        })
      }),
    ),
    mac: cached((purpose) => whenReady(derive('Authentication', purpose), engine.macKey)),
  }
}

const secretsOf = oncePer((_engine: CryptoEngine) => new BoundedMap<string, SecretKeys>(MAX_SECRETS))

export const getSecretKeys = (engine: CryptoEngine, secret: string): SecretKeys =>
  secretsOf(engine).getOrMake(secret, () => deriveKeys(engine, secret))
