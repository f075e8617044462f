import { isObject } from '../base/json.ts'
import { trimEnd } from '../base/trim-end.ts'
import { InvalidConfig } from '../errors/error-classes.ts'

/** Readers of single options. Each names the option when it cannot be meant, so that nothing fails later in a request. */
const wrong = (option: string, wanted: string): InvalidConfig =>
  new InvalidConfig(`${option} has to be ${wanted}`, { option })

/** A whole or broken number of seconds of at least `least`, or the default when nothing was written. */
export const readSeconds = (value: unknown, option: string, fallback: number, least: number): number => {
  if (value === undefined) return fallback
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least) {
    throw wrong(option, `a number of seconds, ${least} or more`)
  }
  return value
}

/** A count of at least 0, or the default. */
export const readCount = (value: unknown, option: string, fallback: number): number => {
  if (value === undefined) return fallback
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw wrong(option, 'a whole number, 0 or more')
  return value
}

/** The longest that timers count; what is longer ends at once. */
const LONGEST_TIMER = 2_147_483_647

/** A number of milliseconds that a timer can count, or the default. */
export const readMilliseconds = (value: unknown, option: string, fallback: number): number => {
  if (value === undefined) return fallback
  if (typeof value !== 'number' || !(value >= 1 && value <= LONGEST_TIMER)) {
    throw wrong(option, `a number of milliseconds from 1 to ${LONGEST_TIMER}`)
  }
  return value
}

/** An object of functions, or nothing. Members that are `undefined` are left out. */
export const readFunctions = (value: unknown, option: string): Readonly<Record<string, unknown>> => {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') throw wrong(option, 'an object')
  const kept: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || member === null) continue
    if (typeof member !== 'function') throw wrong(`${option}.${name}`, 'a function')
    kept[name] = member
  }
  return kept
}

/** An object, or nothing. */
export const readRecord = (value: unknown, option: string): Readonly<Record<string, unknown>> => {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw wrong(option, 'an object')
  return value
}

/** A text, or nothing. */
export const readText = (value: unknown, option: string): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw wrong(option, 'a string')
  return value
}

/** A yes or no, or nothing. */
export const readFlag = (value: unknown, option: string): boolean | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw wrong(option, 'true or false')
  return value
}

/** One of a few words, or nothing. */
export const readOneOf = <Word extends string>(
  value: unknown,
  option: string,
  messages: readonly Word[],
): Word | undefined => {
  if (value === undefined || value === null) return undefined
  const word = messages.find((known) => known === value)
  if (word === undefined) throw wrong(option, `one of ${messages.map((known) => `"${known}"`).join(', ')}`)
  return word
}

/** A base path: begins with a slash, ends without one; the root is empty. */
export const readBasePath = (value: unknown, fallback: string): string => {
  const text = readText(value, 'basePath') ?? fallback
  if (!/^\/[\w.~!$&'()*+,;=:@%/-]*$/.test(text)) throw wrong('basePath', 'a path that begins with "/"')
  return trimEnd(text, '/')
}

/** An http or https origin, from an address that may have a path, or nothing. */
export const readOriginOption = (value: unknown, option: string): string | undefined => {
  const text = readText(value, option)
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw wrong(option, 'an http or https address')
  return new URL(text).origin
}
