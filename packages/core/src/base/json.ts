/** A JSON object whose members are not yet known. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a plain object: not `null`, not an array, not a class instance such as a `Date`. */
export const isObject = (value: unknown): value is JsonObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const withoutPrototypeKeys = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

/** Parse JSON; `undefined` when it is not JSON. A `__proto__` member is dropped wherever it stands. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, text.includes('__proto__') ? withoutPrototypeKeys : undefined) as unknown
  } catch {
    return undefined
  }
}

const LITERAL = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const INTEGER = /^-?\d{16,}$/

/** A number too large for exact arithmetic becomes a text: as an id, one digit off is another person. */
const keepExact = (literal: string): string =>
  INTEGER.test(literal) && !Number.isSafeInteger(Number(literal)) ? `"${literal}"` : literal

/** The object that a text holds, integers beyond 2^53 as texts; `undefined` when it holds none. */
export const parseExactObject = (text: string): JsonObject | undefined => {
  const value = parseJson(/\d{16}/.test(text) ? text.replace(LITERAL, keepExact) : text)
  return isObject(value) ? value : undefined
}

/** The value when it is a string that holds something, else `undefined`. */
export const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
