import { fromUtf8 } from './bytes.ts'

/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a plain object: not `null`, not an array, not a class instance such as a `Date`. */
export const isObject = (value: unknown): value is JsonObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const withoutPrototypeKeys = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

/** Finds `__proto__` in JSON text, also if some of its letters are escaped (RFC 8259 §7). */
const PROTOTYPE = /__proto__|\\u00(?:5f|6f|7[024])/i

/** Parse JSON. `undefined` if the text is not JSON. Every `__proto__` member is dropped. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, PROTOTYPE.test(text) ? withoutPrototypeKeys : undefined) as unknown
  } catch {
    return undefined
  }
}

/** Finds strings and numbers. Only for valid JSON: in other texts an unclosed string costs quadratic time. */
const LITERAL = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const INTEGER = /^-?\d{16,}$/

/** An integer beyond 2^53 becomes a string: as a user id, a rounded number would name another user. */
const keepExact = (literal: string): string =>
  INTEGER.test(literal) && !Number.isSafeInteger(Number(literal)) ? `"${literal}"` : literal

/** Parse a JSON object, with integers beyond 2^53 as strings. `undefined` if the text is not a JSON object. */
export const parseExactObject = (text: string): JsonObject | undefined => {
  const value = parseJson(text)
  if (!isObject(value) || !/\d{16}/.test(text)) return isObject(value) ? value : undefined
  return parseJson(text.replace(LITERAL, keepExact)) as JsonObject
}

/** Parse a JSON object in UTF-8, like `parseExactObject`. `undefined` if the bytes are not valid UTF-8 or not an object. */
export const parseJsonBytes = (bytes: Uint8Array): JsonObject | undefined => {
  try {
    return parseExactObject(fromUtf8(bytes))
  } catch {
    return undefined
  }
}

/** The value if it is a string that is not empty, else `undefined`. */
export const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
