import type { ConfiguredProvider, MethodRegistry, ResolvedConfig } from './engine-types.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { oncePer } from '../base/async.ts'
import { causeOf } from '../errors/auth-error.ts'
import { authError, InvalidConfig } from '../errors/error-classes.ts'
import type { AppProviders, OAuthProviderButtonStyles, ProviderIcon, ProviderType } from '../types/providers.ts'

const ID = /^[A-Za-z0-9][\w.-]{0,99}$/

const callEntry = (entry: () => unknown): unknown => {
  try {
    return entry()
  } catch (error) {
    throw new InvalidConfig('A provider function threw', causeOf(error))
  }
}

/** The entry with its members replaced by the options. `undefined` and `null` keep the member. Symbol keys count. */
const replaceMembers = (entry: JsonObject, given: JsonObject): JsonObject => {
  const options = Reflect.ownKeys(given).map((key) => [key, Reflect.get(given, key)] as const)
  return { ...entry, ...Object.fromEntries(options.filter(([, option]) => option !== undefined && option !== null)) }
}

const noProvider = (value: unknown, index: number): InvalidConfig =>
  new InvalidConfig(
    `providers[${index}] is not a provider, but ${value === null ? 'null' : typeof value}: check its import. ` +
      "The providers are default exports: import GitHub from '@authwright/core/providers/github'",
    { option: 'providers' },
  )

const configure = (written: object, registry: MethodRegistry, index: number): ConfiguredProvider => {
  const value: unknown = typeof written === 'function' ? callEntry(written as () => unknown) : written
  if (typeof value !== 'object' || value === null) throw noProvider(value, index)
  const entry = value as JsonObject
  const given = isObject(entry['options']) ? entry['options'] : {}
  const id = given['id'] ?? entry['id']
  if (typeof id !== 'string' || !ID.test(id))
    throw authError('InvalidProvider', 'A provider id is made of letters, digits, ".", "_" and "-"', { id: String(id) })
  const method = registry.find(entry['type'])
  if (method === undefined) throw authError('InvalidProvider', `Provider "${id}" has no known type`, { id })
  const { options: _apart, ...members } = entry
  const merge = method.mergeOptions ?? replaceMembers
  const options: JsonObject = Object.freeze({ ...merge(members, given), type: entry['type'] })
  const { name, style, icon } = options
  return Object.freeze({
    id,
    name: typeof name === 'string' ? name : id,
    type: entry['type'] as ProviderType,
    method,
    style: isObject(style) ? (style as unknown as OAuthProviderButtonStyles) : undefined,
    icon: isObject(icon) ? (icon as unknown as ProviderIcon) : undefined,
    entryId: String(entry['id']),
    options,
    given: 'options' in entry ? given : entry,
  })
}

/** By identity, so that a config made anew for each request reuses the providers that it shares with the last one. */
const configuredBy = oncePer((_registry: MethodRegistry) => new WeakMap<object, ConfiguredProvider>())

/** The table of a provider list. Throws when two providers share an id, or have ids that differ by case only. */
export const resolveProviders = (providers: AppProviders, registry: MethodRegistry): ResolvedConfig['providers'] => {
  if (!Array.isArray(providers)) throw new InvalidConfig('providers must be an array')
  const configured = configuredBy(registry)
  const resolve = (entry: object, index: number): ConfiguredProvider => {
    const provider = configured.get(entry) ?? configure(entry, registry, index)
    configured.set(entry, provider)
    return provider
  }
  const byId = new Map<string, ConfiguredProvider>()
  const folded = new Set<string>()
  for (const [index, entry] of (providers as readonly unknown[]).entries()) {
    if (entry === null || (typeof entry !== 'object' && typeof entry !== 'function')) throw noProvider(entry, index)
    const provider = resolve(entry, index)
    const { id } = provider
    if (folded.has(id.toLowerCase())) {
      const how = `give one of them another id, such as ${provider.name}({ id: '${id}-2' })`
      throw authError('InvalidProvider', `Two providers have the id "${id}": ${how}`, { id })
    }
    folded.add(id.toLowerCase())
    byId.set(id, provider)
  }
  return Object.freeze({ all: [...byId.values()], find: (id: string | undefined) => byId.get(id ?? '') })
}

/** The providers grouped by the method that serves them, in the order of the registry. */
export const byMethod = (providers: readonly ConfiguredProvider[], { all }: MethodRegistry) =>
  all
    .map((method) => [method, providers.filter((provider) => provider.method === method)] as const)
    .filter(([, served]) => served.length > 0)
