import type { ConfiguredProvider, MethodRegistry, ResolvedConfig } from './engine-types.ts'
import { isObject, kindOf, type JsonObject } from '../base/json.ts'
import { oncePer } from '../base/async.ts'
import { variableName } from '../base/text.ts'
import { invalidOption } from './readers.ts'
import { causeOf, type AuthError } from '../errors/auth-error.ts'
import { authError, InvalidConfig } from '../errors/error-classes.ts'
import type { AppProviders, OAuthProviderButtonStyles, ProviderIcon, ProviderType } from '../types/providers.ts'

const ID = /^[A-Za-z0-9][\w.-]{0,99}$/

const callEntry = (entry: () => unknown, index: number): unknown => {
  try {
    return entry()
  } catch (error) {
    const fix = `Call the function with its options: ${entry.name || 'Provider'}({ … })`
    throw new InvalidConfig(`providers[${index}], a function, threw without options`, { fix, ...causeOf(error) })
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
    {
      option: 'providers',
      fix: `Correct the import of providers[${index}]: a name in braces, or one that the file does not export, is undefined`,
    },
  )

/** An entry whose id or type is not one of a provider. */
const unknownEntry = (index: number, member: 'id' | 'type', value: unknown, expected: string): AuthError => {
  const found = typeof value === 'string' ? JSON.stringify(value) : kindOf(value)
  const fix = `Change the ${member} of providers[${index}] from ${found} to ${expected}`
  const message = `The ${member} of providers[${index}] is ${found}, and has to be ${expected}`
  return authError('InvalidProvider', message, { option: `providers[${index}].${member}`, fix })
}

/** The id with other characters replaced. */
const proposeId = (id: unknown): string => {
  const proposed = typeof id === 'string' ? id.replace(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, '') : ''
  return ID.test(proposed) ? proposed : 'my-provider'
}

const configure = (written: object, registry: MethodRegistry, index: number): ConfiguredProvider => {
  const value: unknown = typeof written === 'function' ? callEntry(written as () => unknown, index) : written
  if (typeof value !== 'object' || value === null) throw noProvider(value, index)
  const entry = value as JsonObject
  const given = isObject(entry['options']) ? entry['options'] : {}
  const id = given['id'] ?? entry['id']
  if (typeof id !== 'string' || !ID.test(id))
    throw unknownEntry(index, 'id', id, `letters, digits, ".", "_" and "-", such as "${proposeId(id)}"`)
  const method = registry.find(entry['type'])
  if (method === undefined) {
    const types = registry.all.flatMap(({ types }) => types).map((type) => `"${type}"`)
    throw unknownEntry(index, 'type', entry['type'], `one of ${types.join(', ')}`)
  }
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
  if (!Array.isArray(providers)) throw invalidOption('providers', 'an array, such as [GitHub]', providers)
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
      const hasClient = provider.method.variables?.includes('clientId') === true
      const client = `, and give it a clientId: without one, both read ${variableName(provider.entryId, 'clientId')}`
      const fix = `Change the id of providers[${index}]${hasClient ? client : ''}`
      throw authError('InvalidProvider', `Two providers have the id "${id}": ${how}`, { id, fix })
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
