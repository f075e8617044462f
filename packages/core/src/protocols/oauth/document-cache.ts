import { oncePer } from '../../base/once.ts'
import { HOUR } from '../../base/time.ts'
import { BoundedMap } from '../../crypto/bounded-map.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { Guarded } from './oauth-fetch.ts'
import { makeKeyMemory } from './jwks.ts'
import type { KeyMemory } from './jwks.ts'
import type { DiscoveryDocument } from './discovery-document.ts'
import { rememberFor } from './response-cache.ts'
import type { Remembered } from './response-cache.ts'

/** Milliseconds that a discovery document is good for. */
export const DISCOVERY_LIFETIME: number = HOUR * 1000

/** Addresses that are remembered; an application of many tenants may have one for each. */
const MOST = 1024

const kept = <Value>(make: () => Value): ((name: string) => Value) => {
  const values = new BoundedMap<string, Value>(MOST)
  return (name) => {
    const known = values.get(name)
    if (known !== undefined) return known
    const made = make()
    values.set(name, made)
    return made
  }
}

/**
 * What was fetched, by its address. Discovery documents and signature keys are public and the same for all who ask, so
 * providers share them, also those that a config makes anew for each request; what a document says is judged by each.
 */
interface Documents {
  readonly discovery: (address: URL) => Remembered<DiscoveryDocument>
  readonly keys: (address: URL) => KeyMemory
}

interface Memory {
  readonly discovery: (name: string) => Remembered<DiscoveryDocument>
  readonly keys: (name: string) => KeyMemory
}

const makeMemory = (): Memory => ({
  discovery: kept(() => rememberFor<DiscoveryDocument>(DISCOVERY_LIFETIME)),
  keys: kept(makeKeyMemory),
})

/** By who fetches, too: what one `fetch` was told, from behind some proxy, another one might not be. */
const memoryOf = oncePer((_runtime: Pick<Runtime, 'fetch'>) => oncePer((_fetch: typeof fetch) => makeMemory()))

/** The memory of a provider's documents. Who waits longer for an answer does not share the impatience of others. */
export const documentsFor = (
  { fetch, timeout }: Pick<Guarded, 'fetch' | 'timeout'>,
  runtime: Pick<Runtime, 'fetch'>,
): Documents => {
  const { discovery, keys } = memoryOf(runtime)(fetch ?? runtime.fetch)
  const nameOf = ({ href }: URL): string => `${timeout} ${href}`
  return { discovery: (address) => discovery(nameOf(address)), keys: (address) => keys(nameOf(address)) }
}

const toldOf = oncePer((_runtime: object) => new BoundedMap<string, true>(MOST))

/** True at the first call for a thing: what the owner has to be told is said once. */
export const isFirstTime = (runtime: object, thing: string): boolean => {
  const told = toldOf(runtime)
  const isFirst = told.get(thing) === undefined
  if (isFirst) told.set(thing, true)
  return isFirst
}
