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
/** Milliseconds between two requests that unknown keys cause. */
const COOLDOWN = 30_000
/** The maximum number of keys. The largest sets in use have about twenty. */
const MAX_KEYS = 256

/**
 * The key sets to verify a signature with. Iterate only while no set has the right key: the last step asks the provider again,
 * at most once per cooldown.
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
  let refreshedAt = Number.NEGATIVE_INFINITY

  const remote = createRemoteJWKSet(url, {
    cacheMaxAge: KEYS_LIFETIME,
    // `refresh` has the cooldown. jose's cooldown also starts with the first request, so a key that the provider replaces just
    // after that would stay unknown (test "oidcc-client-test-signing-key-rotation-just-before-signing").
    cooldownDuration: Number.POSITIVE_INFINITY,
    // The guarded fetch has its own deadline, so jose's signal is not used.
    [customFetch]: async () => {
      const keys = await loadKeys(provider, url, runtime)
      if (JSON.stringify(keys) !== JSON.stringify(current?.keys)) previous = current
      current = { keys, since: runtime.now() }
      return Response.json({ keys })
    },
  })

  /** Ask again. Concurrent callers share one request. Returns whether the keys may be new. */
  const refresh = async (): Promise<boolean> => {
    const elapsed = runtime.now() - refreshedAt
    if (!remote.reloading && elapsed >= 0 && elapsed < COOLDOWN) return false
    if (!remote.reloading) refreshedAt = runtime.now()
    await remote.reload()
    return true
  }

  return async function* () {
    yield remote
    // jose keeps one set. During a rotation, servers of a provider may publish different sets (test "the JWKS may alternate
    // between two sets"), so the previous set is tried, too, until it is too old.
    const age = runtime.now() - (previous?.since ?? Number.NEGATIVE_INFINITY)
    if (previous !== undefined && age >= 0 && age < KEYS_LIFETIME) yield createLocalJWKSet({ keys: [...previous.keys] })
    if (await refresh()) yield remote
  }
}

/** The signature keys that a provider publishes (RFC 7517 §5), shared by all providers with the same address. */
export const keySetsAt = sharedByAddress(makeKeySets)
