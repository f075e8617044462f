import { isObject } from './json.ts'

type Test = (value: unknown) => boolean

/** What each member of an object has to be. The compiler asks for every member, also for those that may be absent. */
export type Shape<Value> = { readonly [Name in keyof Value]-?: Test }

export const isString: Test = (value) => typeof value === 'string'
export const isNumber: Test = (value) => typeof value === 'number' && Number.isFinite(value)
export const isBoolean: Test = (value) => typeof value === 'boolean'
export const isStringArray: Test = (value) => Array.isArray(value) && value.every(isString)
export const isOneOf =
  (...known: readonly string[]): Test =>
  (value) =>
    known.some((one) => one === value)

/** A member that may be absent. */
export const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value)

/**
 * Whether a value has the members of a shape and no others. What another version of this library sealed may lack one, or have
 * one that nobody here knows and that may narrow what it allows; so it is not understood at all, and the person starts again.
 */
export const hasShape = (value: unknown, shape: Readonly<Record<string, Test>>): boolean =>
  isObject(value) &&
  Object.keys(value).every((name) => Object.hasOwn(shape, name)) &&
  Object.entries(shape).every(([name, test]) => test(value[name]))
