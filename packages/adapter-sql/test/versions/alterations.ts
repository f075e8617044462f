/** A change of sealed contents, such as another version might make. */
export interface Alteration {
  readonly change: string
  readonly contents: string
}

type Members = Readonly<Record<string, unknown>>

const without = (members: Members, name: string): Members =>
  Object.fromEntries(Object.entries(members).filter((entry) => entry[0] !== name))

const ofOtherType = (value: unknown): unknown => (typeof value === 'string' ? { later: value } : 'later')

/** Optional members. Without them the contents are valid, with another meaning. */
const OPTIONAL: ReadonlySet<string> = new Set(['linkTo'])

/** Contents with each member missing, renamed, null or of another type, with all members moved, and without an object. */
export const alterationsOf = (contents: string): readonly Alteration[] => {
  const members: Members = JSON.parse(contents)
  const altered = (change: string, value: unknown): Alteration => ({ change, contents: JSON.stringify(value) })
  return [
    ...Object.entries(members).flatMap(([name, value]) => [
      ...(OPTIONAL.has(name) ? [] : [altered(`without ${name}`, without(members, name))]),
      altered(`${name} under another name`, { ...without(members, name), [`${name}2`]: value }),
      altered(`${name} is null`, { ...members, [name]: null }),
      altered(`${name} is of another type`, { ...members, [name]: ofOtherType(value) }),
    ]),
    altered('moved', { version: 2, data: members }),
    altered('a list', [members]),
    altered('a text', 'later'),
    { change: 'no JSON', contents: 'later' },
  ]
}

/** Values that no version writes, such as a part of a value. */
export const corruptionsOf = (value: string): readonly Alteration[] => [
  { change: 'empty', contents: '' },
  { change: 'half', contents: value.slice(0, value.length / 2) },
  { change: 'a character short', contents: value.slice(0, -1) },
  { change: 'a character long', contents: `${value}A` },
  { change: 'other characters', contents: 'A'.repeat(value.length) },
  { change: 'another prefix', contents: `v2.${value}` },
  { change: 'other bytes', contents: '%00%ff' },
]
