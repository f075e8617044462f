import { trimEnd } from '../base/text.ts'
import { InvalidConfig } from '../errors/error-classes.ts'

/** How one option is read. */
export interface Option<Value> {
  /** Turns what the developer wrote into a value. `name` is the path of the option. Throws `InvalidConfig`. */
  readonly read: (value: unknown, name: string) => Value
  /** The default, unless it depends on other options. */
  readonly default?: string | number | boolean
  /** The environment variable from which `setEnvDefaults` fills the option. */
  readonly env?: string
}

/** The error for an option that has an invalid value. */
export const invalidOption = (name: string, expected: string): InvalidConfig =>
  new InvalidConfig(`${name} has to be ${expected}`, { option: name })

/** `undefined` for an option that was left out. Code that fills options may write `null` or an empty text. */
const isUnset = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

/** An option that is filled from an environment variable. */
export const fromEnv = <Known extends Option<unknown>>(
  env: string,
  option: Known,
): Known & { readonly env: string } => ({
  ...option,
  env,
})

/** An option whose value is used as it is. The code that uses it validates it. */
export const unread = <Value>(): Option<Value | undefined> => ({
  read: (value) => (value ?? undefined) as Value | undefined,
})

/** An option that is set by one value only. */
export const marker = (expected: unknown): Option<boolean> => ({ read: (value) => value === expected })

interface NumberOption {
  readonly expected: string
  readonly isValid: (value: number) => boolean
}

const number = <Default extends number | undefined>(
  fallback: Default,
  { expected, isValid }: NumberOption,
): Option<number | Default> => ({
  ...(fallback === undefined ? {} : { default: fallback }),
  read: (value, name) => {
    if (value === undefined) return fallback
    if (typeof value !== 'number' || !isValid(value)) throw invalidOption(name, expected)
    return value
  },
})

/** A number of seconds, whole or not. */
export const seconds = <Default extends number | undefined>(
  fallback: Default,
  least: number,
): Option<number | Default> =>
  number(fallback, {
    expected: `a number of seconds, ${least} or more`,
    isValid: (value) => Number.isFinite(value) && value >= least,
  })

export const wholeNumber = (fallback: number): Option<number> =>
  number(fallback, {
    expected: 'a whole number, 0 or more',
    isValid: (value) => Number.isInteger(value) && value >= 0,
  })

/** The longest delay of a timer. A longer one would end at once. */
const LONGEST_TIMER = 2_147_483_647

export const milliseconds = (fallback: number): Option<number> =>
  number(fallback, {
    expected: `a number of milliseconds from 1 to ${LONGEST_TIMER}`,
    isValid: (value) => value >= 1 && value <= LONGEST_TIMER,
  })

export const flag = <Default extends boolean | undefined>(fallback: Default): Option<boolean | Default> => ({
  ...(fallback === undefined ? {} : { default: fallback }),
  read: (value, name) => {
    if (value === undefined || value === null) return fallback
    if (typeof value !== 'boolean') throw invalidOption(name, 'true or false')
    return value
  },
})

const readText = (value: unknown, name: string): string | undefined => {
  if (isUnset(value)) return undefined
  if (typeof value !== 'string') throw invalidOption(name, 'a string')
  return value
}

/** A text, optionally of a certain form. */
export const text = (
  expected?: string,
  isValid: (value: string) => boolean = () => true,
): Option<string | undefined> => ({
  read: (value, name) => {
    const found = readText(value, name)
    if (found !== undefined && !isValid(found)) throw invalidOption(name, expected ?? 'a string')
    return found
  },
})

/** One of a few texts. */
export const oneOf = <Word extends string>(...words: readonly Word[]): Option<Word | undefined> => ({
  read: (value, name) => {
    if (isUnset(value)) return undefined
    const word = words.find((known) => known === value)
    if (word === undefined) throw invalidOption(name, `one of ${words.map((known) => `"${known}"`).join(', ')}`)
    return word
  },
})

/** A function. Its parameters cannot be checked, so the type is the one that the interface declares. */
export const func = <Function extends (...args: never[]) => unknown>(): Option<Function | undefined> => ({
  read: (value, name) => {
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'function') throw invalidOption(name, 'a function')
    return value as Function
  },
})

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** A list of texts. */
export const texts = (): Option<readonly string[]> => ({
  read: (value, name) => {
    if (value === undefined || value === null) return []
    if (!isTexts(value)) throw invalidOption(name, 'an array of strings')
    return value
  },
})

/** One secret or several. `undefined` if the option was left out; an empty list if it was written without a value. */
export const secrets = (): Option<readonly string[] | undefined> => ({
  read: (value, name) => {
    if (value === undefined) return undefined
    if (isUnset(value)) return []
    const list = typeof value === 'string' ? [value] : value
    if (!isTexts(list)) throw invalidOption(name, 'a string or an array of strings')
    return Object.freeze([...list])
  },
})

const isHttp = (value: string, base?: string): boolean =>
  URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol)

/** A path, or an http or https URL. */
export const page = (): Option<string | undefined> =>
  text('a path or an http or https URL', (value) => isHttp(value, 'http://localhost'))

/** An http or https origin. A URL with a path is accepted; the path is dropped. */
export const origin = (): Option<string | undefined> => ({
  read: (value, name) => {
    const found = text('an http or https URL', (url) => isHttp(url)).read(value, name)
    return found === undefined ? undefined : new URL(found).origin
  },
})

/** A path that begins with a slash. The value has no slash at the end, so the root is an empty text. */
export const basePath = (fallback: string): Option<string> & { readonly default: string } => ({
  default: fallback,
  read: (value, name) => {
    const found = readText(value, name) ?? fallback
    if (!/^\/[\w.~!$&'()*+,;=:@%/-]*$/.test(found)) throw invalidOption(name, 'a path that begins with "/"')
    return trimEnd(found, '/')
  },
})

/** An instant, as milliseconds since the epoch. */
export const instant = (): Option<number | undefined> => ({
  read: (value, name) => {
    if (value === undefined) return undefined
    const at = value instanceof Date ? value.getTime() : Date.parse(typeof value === 'string' ? value : '')
    if (Number.isNaN(at)) throw invalidOption(name, 'a Date or an ISO date')
    return at
  },
})
