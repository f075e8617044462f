import { fromUtf8 } from './bytes.ts'

declare const brand: unique symbol

/** A checked value. Only the module that checks it asserts the brand, so an unchecked string does not compile. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name }

/** Drop the members that are `undefined`, as `exactOptionalPropertyTypes` requires. */
export const defined = <Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape as undefined extends Shape[Key] ? never : Key]: Shape[Key] } & {
  [Key in keyof Shape as undefined extends Shape[Key] ? Key : never]?: Exclude<Shape[Key], undefined>
} => {
  const result: Record<string, unknown> = {}
  // Not `Object.entries`, which makes an array for each member: a request drops members a dozen times.
  for (const key of Object.keys(shape) as (keyof Shape & string)[])
    if (shape[key] !== undefined) result[key] = shape[key]
  return result as ReturnType<typeof defined<Shape>>
}

export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a plain object: not `null`, not an array, not a class instance such as a `Date`. */
export const isObject = (value: unknown): value is JsonObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether a value is a row. Some adapters return instances of classes. */
export const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an error calls a value that code of the application returned. */
export const kindOf = (value: unknown): string => (Array.isArray(value) ? 'an array' : typeof value)

const withoutPrototypeKeys = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

/** A copy of a value, of its arrays, plain objects and dates. Instances of other classes are not copied. */
export const copyJson = <Value>(value: Value): Value => {
  // A loop over the names of an array takes several times as long.
  if (Array.isArray(value)) return value.map((item: unknown) => copyJson(item)) as Value
  if (value instanceof Date) return new Date(value) as Value
  if (!isObject(value)) return value
  const copy = { ...value } as Record<string, unknown>
  for (const name in copy) if (typeof copy[name] === 'object') copy[name] = copyJson(copy[name])
  return copy as Value
}

/** Whether JSON text may contain `__proto__`, also with escaped letters (RFC 8259 §7). A search is faster than a pattern. */
const mayHavePrototype = (text: string): boolean => text.includes('__proto__') || text.includes('\\u00')

/** Parse JSON. `undefined` if the text is not JSON. Every `__proto__` member is dropped. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, mayHavePrototype(text) ? withoutPrototypeKeys : undefined) as unknown
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

/** Parse a JSON object in UTF-8, like `parseExactObject`. `undefined` also if the bytes are not valid UTF-8. */
export const parseJsonBytes = (bytes: Uint8Array): JsonObject | undefined => {
  try {
    return parseExactObject(fromUtf8(bytes))
  } catch {
    return undefined
  }
}

export const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

type Test = (value: unknown) => boolean
type Guard<Value> = (value: unknown) => value is Value
type Guarded<Member> = Member extends Guard<infer Value> ? Value : never

/** A test for each member of an object. The compiler requires a test for optional members too. */
export type Shape<Value> = { readonly [Name in keyof Value]-?: Test }

/** The type of the objects that a shape describes. */
export type Shaped<Of extends Readonly<Record<string, Guard<unknown>>>> = {
  readonly [Name in keyof Of as undefined extends Guarded<Of[Name]> ? never : Name]: Guarded<Of[Name]>
} & {
  readonly [Name in keyof Of as undefined extends Guarded<Of[Name]> ? Name : never]?: Exclude<
    Guarded<Of[Name]>,
    undefined
  >
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isString)
export const isOneOf =
  <const Item extends string>(...allowed: readonly Item[]): Guard<Item> =>
  (value): value is Item =>
    allowed.some((item) => item === value)

export const optional =
  <Value>(test: Guard<Value>): Guard<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || test(value)

/** Whether a value has exactly these members. An unknown member, of another version, may restrict what it allows. */
export const hasShape = (value: unknown, shape: Readonly<Record<string, Test>>): boolean =>
  isObject(value) &&
  Object.keys(value).every((name) => Object.hasOwn(shape, name)) &&
  Object.entries(shape).every(([name, test]) => test(value[name]))
