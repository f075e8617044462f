import { isObject } from '../../base/json.ts'
import { missingOptionHint, trimEnd, variableName } from '../../base/text.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'

const ENDPOINTS: ReadonlySet<PropertyKey> = new Set(['authorization', 'token', 'userinfo'])

/** The members that an option with members adds to. If the entry has only an address for an endpoint, it is kept. */
const toBase = (key: PropertyKey, value: unknown): object => {
  if (isObject(value)) return value
  return ENDPOINTS.has(key) && typeof value === 'string' ? { url: value } : {}
}

const keysOf = (object: object): readonly PropertyKey[] =>
  Reflect.ownKeys({ ...object }).filter((key) => key !== '__proto__')

/** Merge options into a provider entry: plain objects are merged, other values replaced, `undefined` ignored. */
export const mergeOptions = <Entry extends object>(entry: Entry, options: object): Entry => {
  // Without a prototype, so that inherited members are never read as options.
  const merged = Object.create(null) as Record<PropertyKey, unknown>
  for (const key of keysOf(entry)) merged[key] = Reflect.get(entry, key)
  for (const key of keysOf(options)) {
    const option: unknown = Reflect.get(options, key)
    if (option === undefined) continue
    merged[key] = isObject(option) ? mergeOptions(toBase(key, merged[key]), option) : option
  }
  // No member was removed, and the types of the options match those of the entry.
  return merged as Entry
}

/** The issuer is the first: others may contain it. */
const MEMBERS = ['issuer', 'authorization', 'token', 'userinfo', 'wellKnown', 'jwks_endpoint'] as const

/** Fill `{issuer}` and `{clientId}` in what a provider sends. Throws `InvalidConfig` if the option is not set. */
export const fillTemplates = (written: OAuthConfig, entryId: string = written.id): OAuthConfig => {
  const filled = { ...written }
  const fillText = (text: string): string =>
    text.replace(/\{(issuer|clientId)\}/g, (_placeholder, option: 'issuer' | 'clientId') => {
      const { id: provider, [option]: value = '' } = filled
      // The template continues with a slash.
      if (value !== '') return option === 'issuer' ? trimEnd(value, '/') : value
      const problem = `Provider "${provider}" has no ${option}, which its addresses contain`
      throw new InvalidConfig(problem, { provider, option, fix: missingOptionHint(entryId, option) })
    })
  /** Hooks and keys stay as they are. */
  const fillValue = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillValue(member)]))
  }
  if (filled.issuer?.includes('{issuer}') === true) {
    const problem = `The issuer of provider "${filled.id}" must not contain {issuer}`
    const fix = `Change ${variableName(entryId, 'issuer')} or the option issuer from "${filled.issuer}" to an address`
    throw new InvalidConfig(problem, { provider: filled.id, option: 'issuer', fix })
  }
  for (const member of MEMBERS)
    if (filled[member] !== undefined) Object.assign(filled, { [member]: fillValue(filled[member]) })
  return filled
}
