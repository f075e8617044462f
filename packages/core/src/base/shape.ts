import { isObject } from './json.ts'

type Test = (value: unknown) => boolean

/** A test for each member of an object. The compiler requires a test for optional members too. */
export type Shape<Value> = { readonly [Name in keyof Value]-?: Test }

export const isString: Test = (value) => typeof value === 'string'
export const isNumber: Test = (value) => typeof value === 'number' && Number.isFinite(value)
export const isBoolean: Test = (value) => typeof value === 'boolean'
export const isStringArray: Test = (value) => Array.isArray(value) && value.every(isString)
export const isOneOf =
  (...allowed: readonly string[]): Test =>
  (value) =>
    allowed.some((item) => item === value)

/** A test for a member that may be absent. */
export const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value)

/**
 * Whether a value has the members of the shape and no others. Another version of this library may have sealed the value. An
 * unknown member may restrict what the value allows, so such a value is refused and the user starts again.
 */
export const hasShape = (value: unknown, shape: Readonly<Record<string, Test>>): boolean =>
  isObject(value) &&
  Object.keys(value).every((name) => Object.hasOwn(shape, name)) &&
  Object.entries(shape).every(([name, test]) => test(value[name]))
