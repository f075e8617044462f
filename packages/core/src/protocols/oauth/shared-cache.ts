import { oncePer } from '../../base/async.ts'
import { BoundedMap } from '../../base/bounded-map.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { ProviderConnection } from './provider-http.ts'

/** The maximum number of addresses. An application with many tenants may use one for each tenant. */
const MAX_ENTRIES = 1024

/**
 * Values shared by address. Discovery documents and JWKS are public, so all providers with the same address share them,
 * also providers that a config creates anew for each request. Providers with another `fetch` do not share: behind a
 * proxy it may get another response. Nor do providers with another timeout, because a shared request has one deadline.
 */
export const sharedByAddress = <Value>(
  make: (connection: ProviderConnection, address: URL, runtime: Runtime) => Value,
): ((connection: ProviderConnection, address: URL, runtime: Runtime) => Value) => {
  const valuesOf = oncePer((_runtime: Runtime) =>
    oncePer((_fetch: typeof fetch) => new BoundedMap<string, Value>(MAX_ENTRIES)),
  )
  return ({ id, fetch, timeout }, address, runtime) => {
    const values = valuesOf(runtime)(fetch ?? runtime.fetch)
    // Only these members: a shared value must not keep a provider with its secrets in memory.
    return values.getOrMake(`${timeout} ${address.href}`, () => make({ id, fetch, timeout }, address, runtime))
  }
}

const warningsOf = oncePer((_runtime: Runtime) => new BoundedMap<string, true>(MAX_ENTRIES))

/** Whether this is the first call for a warning, so that each is logged once. */
export const isFirstTime = (runtime: Runtime, warning: string): boolean => {
  const warnings = warningsOf(runtime)
  const isFirst = warnings.get(warning) === undefined
  if (isFirst) warnings.set(warning, true)
  return isFirst
}
