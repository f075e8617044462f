const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Escape a text for element content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  /[&<>"'`]/.test(text) ? text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '') : text

/** Stands for a value in a text that is prepared once: a control character, which names and messages have no use for. */
export const PLACEHOLDER = '\x7f'

/** Remove all occurrences of one character from the end of a text. A regular expression would need quadratic time. */
export const trimEnd = (text: string, character: string): string => {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

const SUFFIXES = { clientId: 'ID', clientSecret: 'SECRET', issuer: 'ISSUER', apiKey: 'KEY' } as const

/** A provider option that an environment variable can set. */
export type ProviderVariable = keyof typeof SUFFIXES

/** The name of the environment variable for an option of the provider with this id: `AUTH_KEYCLOAK_ISSUER`. */
export const variableName = (id: string, option: ProviderVariable): string =>
  `AUTH_${id.toUpperCase().replaceAll('-', '_')}_${SUFFIXES[option]}`

/** Where an issuer publishes its metadata (OpenID Connect Discovery §4). */
export const DISCOVERY_PATH = '/.well-known/openid-configuration'

/**
 * How the developer can set a missing option. A variable with the name of the option itself, such as
 * `AUTH_GITHUB_CLIENT_ID`, is a usual mistake.
 */
export const missingOptionHint = (id: string, option: ProviderVariable): string => {
  const variable = variableName(id, option)
  const mistaken = variable.replace(/_(?:ID|SECRET)$/, (suffix) => `_CLIENT${suffix}`)
  return `Set ${variable}${mistaken === variable ? '' : ` (${mistaken} is not read)`}, or the option ${option}`
}

/** The number of letters with which both words begin, in upper or lower case. */
const commonLetters = (one: string, other: string): number => {
  let count = 0
  while (count < one.length && one[count]?.toLowerCase() === other[count]?.toLowerCase()) count += 1
  return count
}

/** The number of letters to insert, delete, replace, or swap with their neighbor (optimal string alignment). */
const distanceBetween = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(replaced, at(i - 1, j) + 1, at(i, j - 1) + 1, isSwapped ? at(i - 2, j - 2) + 1 : Infinity))
    }
  }
  return at(one.length, other.length)
}

/** The name that was probably meant: at most one letter in three differs. */
export const findSimilar = (word: string, known: readonly string[]): string | undefined => {
  const ranked = known.map((other) => ({ other, distance: distanceBetween(word, other) }))
  const [nearest] = ranked.toSorted((a, b) => a.distance - b.distance)
  return nearest !== undefined && nearest.distance <= Math.max(1, word.length / 3) ? nearest.other : undefined
}

/**
 * The end of a message about an unknown name: suggests the known name whose first half is the same, because most mistakes are in the
 * rest, or are a plural; else one that differs by few letters. Empty if there is none.
 */
export const findSuggestion = (name: string, known: readonly string[]): string => {
  const [first = ''] = known.toSorted((one, other) => commonLetters(name, other) - commonLetters(name, one))
  const isNear = first !== '' && commonLetters(name, first) * 2 + 1 >= Math.max(name.length, first.length)
  const meant = isNear ? first : findSimilar(name, known)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
