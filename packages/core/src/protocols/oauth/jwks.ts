import { createLocalJWKSet, createRemoteJWKSet, customFetch } from 'jose'
import type { CompactVerifyGetKey } from 'jose'
import { MINUTE } from '../../base/time.ts'
import type { Runtime } from '../../runtime/types.ts'
import { invalidResponse } from './oauth-errors.ts'
import { guardedFetch, readJsonResponse } from './provider-http.ts'
import type { ProviderConnection } from './provider-http.ts'
import { findPublicKeys } from './public-keys.ts'
import type { PublicJwk } from './public-keys.ts'
import { sharedByAddress } from './shared-cache.ts'

/** Milliseconds after which a key that the provider withdrew is not trusted any more. */
const KEYS_LIFETIME = 10 * MINUTE * 1000
/** Milliseconds without another request after a request that an unknown key caused in vain. */
const COOLDOWN = 30_000
/** The maximum number of keys. The largest sets in use have about twenty. */
const MAX_KEYS = 256

/**
 * The key sets to verify a signature with. Continue only while no set has the right key: the last step fetches the keys
 * again, and if they do not help either, a cooldown begins.
 */
export type KeySets = () => AsyncGenerator<CompactVerifyGetKey, void, undefined>

interface LoadedKeys {
  readonly keys: readonly PublicJwk[]
  readonly since: number
}

const loadKeys = async (provider: ProviderConnection, url: URL, runtime: Runtime): Promise<readonly PublicJwk[]> => {
  const fetch = guardedFetch(provider, 'jwks', runtime)
  const response = await fetch(url.href, { headers: { accept: 'application/json' } })
  const { keys: listed } = await readJsonResponse(provider.id, 'jwks', response)
  if (!Array.isArray(listed)) throw invalidResponse(provider.id, 'jwks', 'malformed')
  const keys = findPublicKeys(listed, MAX_KEYS)
  if (keys === undefined) throw invalidResponse(provider.id, 'jwks', 'too large', { keys: listed.length })
  return keys
}

const makeKeySets = (provider: ProviderConnection, url: URL, runtime: Runtime): KeySets => {
  let current: LoadedKeys | undefined
  let previous: LoadedKeys | undefined
  let cooldownSince = Number.NEGATIVE_INFINITY
  const isWithin = (since: number, duration: number): boolean => {
    // The age is negative if the clock was set back.
    const age = runtime.now() - since
    return age >= 0 && age < duration
  }

  const remote = createRemoteJWKSet(url, {
    cacheMaxAge: KEYS_LIFETIME,
    // The cooldown below replaces jose's, which also starts with the first request: a key that the provider replaces
    // just after that would stay unknown (test "oidcc-client-test-signing-key-rotation-just-before-signing").
    cooldownDuration: Number.POSITIVE_INFINITY,
    // The guarded fetch has its own deadline, so jose's signal is not used.
    [customFetch]: async () => {
      const keys = await loadKeys(provider, url, runtime)
      if (JSON.stringify(keys) !== JSON.stringify(current?.keys)) previous = current
      current = { keys, since: runtime.now() }
      return Response.json({ keys })
    },
  })

  return async function* () {
    yield remote
    // jose keeps one set. During a rotation, servers of a provider may publish different sets (test "the JWKS may
    // alternate between two sets"), so the previous set is tried, too, until it is too old.
    if (previous !== undefined && isWithin(previous.since, KEYS_LIFETIME)) {
      yield createLocalJWKSet({ keys: [...previous.keys] })
    }
    // Concurrent callers share one request.
    if (!remote.reloading && isWithin(cooldownSince, COOLDOWN)) return
    await remote.reload()
    yield remote
    // The caller continues only if the new keys did not help either.
    cooldownSince = runtime.now()
  }
}

/** The signature keys that a provider publishes (RFC 7517 §5), shared by all providers with the same address. */
export const keySetsAt = sharedByAddress(makeKeySets)
