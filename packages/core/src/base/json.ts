/** A JSON object whose members are not yet known. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a plain object: not `null`, not an array, not a class instance such as a `Date`. */
export const isObject = (value: unknown): value is JsonObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const withoutPrototypeKeys = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

/** A text in which the name may stand, also with letters of it escaped (RFC 8259 §7). */
const PROTOTYPE = /__proto__|\\u00(?:5f|6f|7[024])/i

/** Parse JSON; `undefined` when it is not JSON. A `__proto__` member is dropped wherever it stands. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, PROTOTYPE.test(text) ? withoutPrototypeKeys : undefined) as unknown
  } catch {
    return undefined
  }
}

/** Strings and numbers of what is known to be JSON: in other texts a string without an end would be looked for from every quote. */
const LITERAL = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const INTEGER = /^-?\d{16,}$/

/** A number too large for exact arithmetic becomes a text: as an id, one digit off is another person. */
const keepExact = (literal: string): string =>
  INTEGER.test(literal) && !Number.isSafeInteger(Number(literal)) ? `"${literal}"` : literal

/** The object that a text holds, integers beyond 2^53 as texts; `undefined` when it holds none. */
export const parseExactObject = (text: string): JsonObject | undefined => {
  const value = parseJson(text)
  if (!isObject(value) || !/\d{16}/.test(text)) return isObject(value) ? value : undefined
  return parseJson(text.replace(LITERAL, keepExact)) as JsonObject
}

/** The value when it is a string that holds something, else `undefined`. */
export const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
