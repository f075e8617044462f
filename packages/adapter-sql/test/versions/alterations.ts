/** Contents that another version might have sealed. */
export interface Alteration {
  readonly what: string
  readonly contents: string
}

type Members = Readonly<Record<string, unknown>>

const without = (members: Members, name: string): Members =>
  Object.fromEntries(Object.entries(members).filter((entry) => entry[0] !== name))

const ofOtherType = (value: unknown): unknown => (typeof value === 'string' ? { later: value } : 'later')

/** Members whose absence means something: without them this version itself seals another wish. */
const MEANINGFUL: ReadonlySet<string> = new Set(['linkTo'])

/** Every member gone, under another name, nothing, of another type; all in another place; and what is no object at all. */
export const alterationsOf = (contents: string): readonly Alteration[] => {
  const members: Members = JSON.parse(contents)
  const written = (what: string, value: unknown): Alteration => ({ what, contents: JSON.stringify(value) })
  return [
    ...Object.entries(members).flatMap(([name, value]) => [
      ...(MEANINGFUL.has(name) ? [] : [written(`without ${name}`, without(members, name))]),
      written(`${name} under another name`, { ...without(members, name), [`${name}2`]: value }),
      written(`${name} is null`, { ...members, [name]: null }),
      written(`${name} is of another type`, { ...members, [name]: ofOtherType(value) }),
    ]),
    written('in another place', { version: 2, data: members }),
    written('a list', [members]),
    written('a text', 'later'),
    { what: 'no JSON', contents: 'later' },
  ]
}

/** Values that are nothing that any version wrote, or only a part of it. */
export const ruinsOf = (value: string): readonly Alteration[] => [
  { what: 'empty', contents: '' },
  { what: 'half', contents: value.slice(0, value.length / 2) },
  { what: 'a character short', contents: value.slice(0, -1) },
  { what: 'a character long', contents: `${value}A` },
  { what: 'other characters', contents: 'A'.repeat(value.length) },
  { what: 'another prefix', contents: `v2.${value}` },
  { what: 'other bytes', contents: '%00%ff' },
]
