import type { AdapterNeed, ConfiguredProvider, MethodRegistry } from './engine-types.ts'
import { authError } from '../errors/error-classes.ts'
import type { AdapterMethod } from '../store/bind-adapter.ts'
import type { Adapter } from '../types/adapter.ts'
import { byMethod } from './provider-table.ts'

/** The facts that say which methods the adapter must have. */
export interface AdapterFacts {
  readonly providers: readonly ConfiguredProvider[]
  readonly methods: MethodRegistry
  readonly adapter: Adapter | undefined
  readonly strategy: 'jwt' | 'database'
}

const DATABASE_SESSIONS: AdapterNeed = {
  who: 'session.strategy "database"',
  methods: ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession', 'getUser'],
}

type Has = (method: AdapterMethod) => boolean

const listNeeds = ({ providers, methods, strategy }: AdapterFacts): readonly AdapterNeed[] => [
  ...(strategy === 'database' ? [DATABASE_SESSIONS] : []),
  ...byMethod(providers, methods).flatMap(([method, served]) => method.adapterNeeds(served)),
]

/** Each missing method with what needs it, in the order of the needs. */
const findMissing = (needs: readonly AdapterNeed[], has: Has): ReadonlyMap<AdapterMethod, readonly string[]> => {
  const wanted = new Set(needs.filter(({ unless }) => unless === undefined).flatMap(({ methods }) => methods))
  const missing = new Map<AdapterMethod, readonly string[]>()
  for (const { who, methods, unless } of needs) {
    if (unless?.every((method) => has(method) || wanted.has(method)) === true) continue
    for (const method of methods) if (!has(method)) missing.set(method, [...(missing.get(method) ?? []), who])
  }
  return missing
}

/**
 * Check that the adapter has the methods that the rest of the configuration calls. Throws `MissingAdapter`, or
 * `MissingAdapterMethods` with every missing method and what needs it, so that the developer finds them all at once.
 */
export const checkAdapter = (facts: AdapterFacts): void => {
  const { adapter } = facts
  const needs = listNeeds(facts)
  if (adapter === undefined) {
    const who = needs.filter(({ isOptional, unless }) => isOptional !== true && unless === undefined)
    if (who.length > 0)
      throw authError('MissingAdapter', `An adapter is needed for: ${who.map((need) => need.who).join(', ')}`)
    return
  }
  const missing = [...findMissing(needs, (method) => typeof adapter[method] === 'function')]
  if (missing.length === 0) return
  const list = missing.map(([method, who]) => `${method} (${who.join(', ')})`)
  throw authError('MissingAdapterMethods', `The adapter lacks ${list.join('; ')}`, {
    missing: missing.map(([name]) => name),
  })
}
