import type { Entry } from './without-part.ts'

type Mapping = (profile: unknown, tokens: unknown) => unknown

/** The profile mapping of an entry that has none. */
const usual: Mapping = (profile) => ({ id: Reflect.get(Object(profile), 'sub') ?? Reflect.get(Object(profile), 'id') })

const holds = (member: unknown, ids: readonly string[]): boolean =>
  (typeof member === 'string' || typeof member === 'number') && ids.some((id) => `${member}`.includes(id))

/** The same value without the members that hold one of the ids. */
const withoutIds = (value: unknown, ids: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, ids))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, member]) => !holds(member, ids))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutIds(member, ids)]))
}

/** An entry whose profiles do not contain the account id. */
export const withoutSubject = (entry: Entry, ids: readonly string[]): Entry => {
  const { profile = usual } = entry
  if (typeof profile !== 'function') throw new Error('an entry maps profiles with a function')
  const map: Mapping = (found, tokens) => Reflect.apply(profile, undefined, [withoutIds(found, ids), tokens])
  return { ...entry, profile: map }
}
