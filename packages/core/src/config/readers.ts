import { isStringArray } from '../base/json.ts'
import { trimEnd } from '../base/text.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import { isLoopback } from '../web/redirect-target.ts'

type Default = string | number | boolean | undefined

export interface Option<Value> {
  /** Turns what the developer wrote into a value. `name` is the path of the option. Throws `InvalidConfig`. */
  readonly read: (value: unknown, name: string) => Value
  /** The default, unless it depends on other options. */
  readonly default?: Default
  /** The environment variable from which `setEnvDefaults` fills the option. */
  readonly env?: string
}

/** Names of options whose value must not be in a log. */
const SECRET_OPTION = /secret/i

/** What the developer wrote, as far as a log may have it. */
const describeValue = (name: string, value: unknown): string => {
  if (typeof value === 'string') {
    const isShort = value.length <= 60 && !SECRET_OPTION.test(name)
    return isShort ? JSON.stringify(value) : `a string of ${value.length} characters`
  }
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}

/** A secret is described, and not shown. `proposed` is what the developer can write instead. */
export const invalidOption = (name: string, expected: string, found: unknown, proposed?: string): InvalidConfig => {
  const [option = name] = name.split(' ', 1)
  const value = describeValue(name, found)
  const fix = `Change ${name} from ${value} to ${proposed ?? expected}`
  return new InvalidConfig(`${name} has to be ${expected}, but is ${value}`, { option, fix })
}

/** What counts as left out. Code that fills options may write `null` or an empty text. */
const NO_VALUE: readonly unknown[] = [undefined, null]
const NO_TEXT: readonly unknown[] = [undefined, null, '']

/** An option with the value that `parse` returns. `undefined` refuses what the developer wrote. */
const option = <Value, Fallback extends Default>(
  expected: string,
  leftOut: readonly unknown[],
  fallback: Fallback,
  parse: (written: unknown) => Value | undefined,
  propose: (written: unknown) => string | undefined = () => undefined,
): Option<Value | Fallback> & { readonly default: Fallback } => ({
  default: fallback,
  read: (written, name) => {
    if (leftOut.includes(written)) return fallback
    const value = parse(written)
    if (value === undefined) throw invalidOption(name, expected, written, propose(written))
    return value
  },
})

/** An option that `setEnvDefaults` fills from an environment variable. Messages name both. */
export const fromEnv = <Value, Known extends Option<Value>>(env: string, known: Known & Option<Value>) => ({
  ...known,
  env,
  read: (written: unknown, name: string): Value => known.read(written, `${name} (${env})`),
})

/** An option whose value is used as it is. The code that uses it validates it. */
export const unread = <Value>(): Option<Value | undefined> => ({
  read: (value) => (value ?? undefined) as Value | undefined,
})

export const marker = (expected: unknown): Option<boolean> => ({ read: (value) => value === expected })

const number = <Fallback extends Default>(expected: string, fallback: Fallback, isValid: (value: number) => boolean) =>
  option(expected, [undefined], fallback, (value) => (typeof value === 'number' && isValid(value) ? value : undefined))

export const seconds = <Fallback extends number | undefined>(fallback: Fallback, least: number) =>
  number(`a number of seconds, ${least} or more`, fallback, (value) => Number.isFinite(value) && value >= least)

export const wholeNumber = (fallback: number) =>
  number('a whole number, 0 or more', fallback, (value) => Number.isInteger(value) && value >= 0)

export const pixels = (most: number) =>
  number(`a number of pixels from 0 to ${most}`, undefined, (value) => value >= 0 && value <= most)

/** The longest delay of a timer. A longer one would end at once. */
const LONGEST = 2_147_483_647

export const milliseconds = (fallback: number) =>
  number(`a number of milliseconds from 1 to ${LONGEST}`, fallback, (value) => value >= 1 && value <= LONGEST)

export const flag = <Fallback extends boolean | undefined>(fallback: Fallback) =>
  option('true or false', NO_VALUE, fallback, (value) => (typeof value === 'boolean' ? value : undefined))

export const text = (
  expected = 'a string',
  isValid: (value: string) => boolean = () => true,
  propose?: (written: unknown) => string | undefined,
) =>
  option(
    expected,
    NO_TEXT,
    undefined,
    (value) => (typeof value === 'string' && isValid(value) ? value : undefined),
    propose,
  )

export const oneOf = <Word extends string>(...words: readonly Word[]) => {
  const expected = `one of ${words.map((known) => `"${known}"`).join(', ')}`
  return option(expected, NO_TEXT, undefined, (value) => words.find((known) => known === value))
}

/** A function. Its parameters cannot be checked, so the type is the one that the interface declares. */
export const func = <Function extends (...args: never[]) => unknown>() =>
  option('a function', NO_VALUE, undefined, (value) => (typeof value === 'function' ? (value as Function) : undefined))

export const texts = () =>
  option('an array of strings', NO_VALUE, undefined, (value) => (isStringArray(value) ? value : undefined))

/** One secret or several. `undefined` if the option was left out; an empty list if it was written without a value. */
export const secrets = () =>
  option('a string or an array of strings', [undefined], undefined, (value) => {
    const list = NO_TEXT.includes(value) ? [] : typeof value === 'string' ? [value] : value
    return isStringArray(list) ? [...list] : undefined
  })

const isHttp = (value: string, base?: string): boolean =>
  URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol)

export const page = () => text('a path or an http or https URL', (value) => isHttp(value, 'http://localhost'))

/** The address without a scheme, or another one, as an origin: https, unless it is of this machine. */
const proposeOrigin = (written: unknown): string => {
  const [host = ''] = /^[^/?#@\s]+/.exec(String(written).replace(/^[a-z][a-z\d+.-]*:\/+/i, '')) ?? []
  const local = `http://${host}`
  const isLocal = URL.canParse(local) && isLoopback(new URL(local))
  const proposed = isLocal ? local : `https://${host}`
  return `AUTH_URL=${URL.canParse(proposed) ? proposed : 'https://example.com'}`
}

/** An http or https origin. A URL with a path is accepted; the path is dropped. */
export const origin = () =>
  option(
    'an http or https URL',
    NO_TEXT,
    undefined,
    (value) => (typeof value === 'string' && isHttp(value) ? new URL(value).origin : undefined),
    proposeOrigin,
  )

const PATH = /^\/[\w.~!$&'()*+,;=:@%/-]*$/

/** A path that begins with a slash. The value has no slash at the end, so the root is an empty text. */
export const basePath = (fallback: string) =>
  option('a path that begins with "/"', NO_TEXT, fallback, (value) =>
    typeof value === 'string' && PATH.test(value) ? trimEnd(value, '/') : undefined,
  )

/** An instant, as milliseconds since the epoch. */
export const instant = () =>
  option('a Date or an ISO date', [undefined], undefined, (value) => {
    const at = value instanceof Date ? value.getTime() : Date.parse(typeof value === 'string' ? value : '')
    return Number.isNaN(at) ? undefined : at
  })
