import { isObject } from '../base/json.ts'
import { oncePer } from '../base/once.ts'
import { causeOf } from '../errors/cause-of.ts'
import { InvalidConfig, InvalidProvider } from '../errors/error-classes.ts'
import type { AppProviders, OAuthProviderButtonStyles, ProviderEntry, ProviderType } from '../types/providers.ts'

/** What is known of a provider before anybody signs in with it. */
export interface ProviderSummary {
  readonly id: string
  readonly name: string
  readonly type: ProviderType
  readonly style: OAuthProviderButtonStyles | undefined
  /** As the owner or the provider's function wrote it, options still apart. */
  readonly written: Readonly<Record<string, unknown>>
}

/** The providers of a config, in the owner's order. */
export interface ProviderTable {
  readonly all: readonly ProviderSummary[]
  readonly find: (id: string | undefined) => ProviderSummary | undefined
}

const TYPES: ReadonlySet<string> = new Set(['oidc', 'oauth', 'email', 'credentials', 'webauthn'])
const ID = /^[A-Za-z0-9][\w.-]{0,99}$/

const isType = (type: unknown): type is ProviderType => typeof type === 'string' && TYPES.has(type)

const callEntry = (entry: () => unknown): unknown => {
  try {
    return entry()
  } catch (error) {
    throw new InvalidConfig('A provider function threw', causeOf(error))
  }
}

const optionsOf = (written: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  isObject(written['options']) ? written['options'] : {}

const isStyle = (style: unknown): style is OAuthProviderButtonStyles => isObject(style)

const summarise = (entry: object): ProviderSummary => {
  const written: unknown = typeof entry === 'function' ? callEntry(entry as () => unknown) : entry
  if (typeof written !== 'object' || written === null)
    throw new InvalidConfig('providers holds something that is no provider')
  const own = written as Readonly<Record<string, unknown>>
  const options = optionsOf(own)
  const { type } = own
  const id = options['id'] ?? own['id']
  const name = options['name'] ?? own['name'] ?? id
  if (typeof id !== 'string' || !ID.test(id))
    throw new InvalidProvider('A provider id is made of letters, digits, ".", "_" and "-"', { id: String(id) })
  if (!isType(type)) throw new InvalidProvider(`Provider "${id}" has no known type`, { id })
  const style = options['style'] ?? own['style']
  return Object.freeze({ id, name: String(name), type, style: isStyle(style) ? style : undefined, written: own })
}

/** By identity, so that a config made anew for each request costs nothing for the providers it shares with the last. */
const summaryOf = oncePer<object, ProviderSummary>(summarise)

/** The table of a provider list. Throws when two share an id, or ids that differ by case only. */
export const resolveProviders = (providers: AppProviders): ProviderTable => {
  if (!Array.isArray(providers)) throw new InvalidConfig('providers has to be an array')
  const byId = new Map<string, ProviderSummary>()
  const folded = new Set<string>()
  const entries: readonly ProviderEntry[] = providers
  const all = entries.map((entry: unknown) => {
    if (entry === null || (typeof entry !== 'object' && typeof entry !== 'function')) {
      throw new InvalidConfig('providers holds something that is no provider')
    }
    return summaryOf(entry)
  })
  for (const provider of all) {
    const twin = provider.id.toLowerCase()
    if (folded.has(twin)) throw new InvalidProvider(`Two providers have the id "${provider.id}"`, { id: provider.id })
    folded.add(twin)
    byId.set(provider.id, provider)
  }
  return Object.freeze({ all, find: (id: string | undefined) => (id === undefined ? undefined : byId.get(id)) })
}
