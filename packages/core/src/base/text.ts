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

/** Whether one letter was inserted, left out or replaced, or two neighbors were swapped. */
const isOneMistake = (one: string, other: string): boolean => {
  const start = commonLetters(one, other)
  const [left, right] = [one.slice(start), other.slice(start)]
  const areSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return areSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
}

/**
 * The end of a message about an unknown name: suggests the known name that differs by one mistake, or whose first half is the same, because
 * most others are in the rest, or are a plural. Empty if there is none.
 */
export const findSuggestion = (name: string, known: readonly string[]): string => {
  const [first = ''] = known.toSorted((one, other) => commonLetters(name, other) - commonLetters(name, one))
  const isNear = first !== '' && commonLetters(name, first) * 2 + 1 >= Math.max(name.length, first.length)
  const meant = known.find((other) => isOneMistake(name, other)) ?? (isNear ? first : undefined)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
