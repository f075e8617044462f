import { oncePer } from '../../base/async.ts'
import { BoundedMap } from '../../base/bounded-map.ts'
import { sharedRuntime, type Runtime } from '../../runtime/engine.ts'
import type { ProviderConnection } from './provider-http.ts'

/** The maximum number of addresses. An application with many tenants may use one for each tenant. */
const MAX_ENTRIES = 1024

/** Public documents, shared by all providers with the same address, `fetch` and deadline, also of new configs. */
export const sharedByAddress = <Value>(
  make: (connection: ProviderConnection, address: URL, runtime: Runtime) => Value,
): typeof make => {
  const valuesOf = oncePer((_runtime: Runtime) =>
    oncePer((_fetch: typeof fetch) => new BoundedMap<string, Value>(MAX_ENTRIES)),
  )
  return ({ id, fetch, timeout }, address, runtime) => {
    const values = valuesOf(sharedRuntime(runtime))(fetch ?? runtime.fetch)
    // Only these members: a shared value must not keep a provider with its secrets in memory.
    return values.getOrMake(`${timeout} ${address.href}`, () => make({ id, fetch, timeout }, address, runtime))
  }
}

/** Concurrent calls share one, except in workerd: there a promise may never settle after its request was cut off. */
export const shareCalls = <Value>(call: () => Promise<Value>): (() => Promise<Value>) => {
  let pending: Promise<Value> | undefined
  return () => {
    if (pending === undefined || 'WebSocketPair' in globalThis)
      pending = call().finally(() => {
        pending = undefined
      })
    return pending
  }
}

/** Whether less than `duration` milliseconds have passed. The age is negative if the clock was set back. */
export const isWithin = (runtime: Runtime, since: number, duration: number): boolean => {
  const age = runtime.now() - since
  return age >= 0 && age < duration
}

const warningsOf = oncePer((_runtime: Runtime) => new BoundedMap<string, true>(MAX_ENTRIES))

export const isFirstTime = (runtime: Runtime, warning: string): boolean => {
  const warnings = warningsOf(sharedRuntime(runtime))
  const isFirst = !warnings.has(warning)
  warnings.set(warning, true)
  return isFirst
}
