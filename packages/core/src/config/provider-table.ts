import type { ConfiguredProvider, MethodRegistry, ResolvedConfig } from './engine-types.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { oncePer } from '../base/async.ts'
import { causeOf } from '../errors/auth-error.ts'
import { authError, InvalidConfig } from '../errors/error-classes.ts'
import type { AppProviders, OAuthProviderButtonStyles, ProviderType } from '../types/providers.ts'

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

const noProvider = (): InvalidConfig => new InvalidConfig('providers contains a value that is not a provider')

const configure = (written: object, registry: MethodRegistry): ConfiguredProvider => {
  const value: unknown = typeof written === 'function' ? callEntry(written as () => unknown) : written
  if (typeof value !== 'object' || value === null) throw noProvider()
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
  const { name, style } = options
  return Object.freeze({
    id,
    name: typeof name === 'string' ? name : id,
    type: entry['type'] as ProviderType,
    method,
    style: isObject(style) ? (style as unknown as OAuthProviderButtonStyles) : undefined,
    entryId: String(entry['id']),
    options,
    given: 'options' in entry ? given : entry,
  })
}

/** By identity, so that a config made anew for each request reuses the providers that it shares with the last one. */
const configuredBy = oncePer((registry: MethodRegistry) =>
  oncePer((entry: object): ConfiguredProvider => configure(entry, registry)),
)

/** The table of a provider list. Throws when two providers share an id, or have ids that differ by case only. */
export const resolveProviders = (providers: AppProviders, registry: MethodRegistry): ResolvedConfig['providers'] => {
  if (!Array.isArray(providers)) throw new InvalidConfig('providers must be an array')
  const configured = configuredBy(registry)
  const byId = new Map<string, ConfiguredProvider>()
  const folded = new Set<string>()
  for (const entry of providers as readonly unknown[]) {
    if (entry === null || (typeof entry !== 'object' && typeof entry !== 'function')) throw noProvider()
    const provider = configured(entry)
    const { id } = provider
    if (folded.has(id.toLowerCase())) throw authError('InvalidProvider', `Two providers have the id "${id}"`, { id })
    folded.add(id.toLowerCase())
    byId.set(id, provider)
  }
  const find = (id: string | undefined): ConfiguredProvider | undefined => byId.get(id ?? '')
  return Object.freeze({ all: [...byId.values()], find })
}

/** The providers grouped by the method that serves them, in the order of the registry. */
export const byMethod = (providers: readonly ConfiguredProvider[], { all }: MethodRegistry) =>
  all
    .map((method) => [method, providers.filter((provider) => provider.method === method)] as const)
    .filter(([, served]) => served.length > 0)
