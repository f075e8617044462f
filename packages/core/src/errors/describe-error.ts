import { isObject } from '../base/json.ts'
import { AuthError } from './auth-error.ts'
import { errorDocs } from './error-docs.ts'
import { errorInfo } from './error-table.ts'

const SECRET_NAME =
  /secret|pass(?:w|p|$)|verifier|assertion|authorization|cookie|credential|challenge|nonce|^(?:code|state|url)$|key$|token(?!_type|_endpoint)/i

/**
 * Texts that look like a JWS or JWE, 40 or more random characters, or a random UUID, as in a session of Auth.js; credentials of a request
 * (RFC 9110 §11.4), and those in an address that is no sample.
 */
const SECRET_TEXT =
  /eyJ[\w-]+(?:\.[\w-]*)+|\b[\w-]{40,}\b|\b[\da-f]{8}-[\da-f]{4}-4[\da-f-]{21}\b|\bB(?:earer|asic) (?!auth)\S{8,}|:\/\/[^\s/:@]*:(?!password@)[^\s/]+@/gi
/** Members of a query, of a form and of JSON, as messages of other libraries quote them. */
const MEMBER = /(\w+)(?:=|": ?")([^\s&"]+)/g
/** Codes of network errors, such as `ECONNREFUSED` and `CERT_HAS_EXPIRED`. No code of an e-mail or a grant is one. */
const NETWORK_CODE = /^(?:E(?:CONN|NOTFOUND|TIMEDOUT|PIPE|HOSTUN|NETUN)[A-Z]*|[A-Z]+_[A-Z_]+)$/

const isSecret = (name: string, member: unknown): boolean => {
  if (!SECRET_NAME.test(name) || typeof member === 'boolean' || member === undefined || member === null) return false
  return name !== 'code' || !NETWORK_CODE.test(member as string)
}

const LONGEST = 2000
const DEEPEST = 5

/** Characters that can forge a log line: controls, line separators, and those that reorder text (Unicode UAX #9). */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Code of others may have set the message of an error to a value that is not a text. */
const clean = (text: unknown): string =>
  String(text)
    .slice(0, LONGEST)
    .replace(SECRET_TEXT, '[redacted]')
    .replace(MEMBER, (member, name: string, value) => (isSecret(name, value) ? `${name}=[redacted]` : member))
    .replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const redact = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return clean(value)
  if (value instanceof Error) return `${clean(value.name)}: ${clean(value.message)}`
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value
  if (depth >= DEEPEST) return '[…]'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1))
  if (!isObject(value)) return Object.prototype.toString.call(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      clean(name),
      isSecret(name, member) ? '[redacted]' : redact(member, depth + 1),
    ]),
  )
}

/** A value as text for a log: one line, without secrets, of limited length. */
export const printable = (value: unknown): string => {
  if (typeof value === 'string') return clean(value)
  try {
    return JSON.stringify(redact(value, 0)) ?? String(value)
  } catch {
    return '[unprintable]'
  }
}

/** The same, with quotation marks around a string. */
export const quote = (value: unknown): string => (typeof value === 'string' ? `"${clean(value)}"` : printable(value))

const title = (error: Error): string =>
  `${clean(error instanceof AuthError ? error.type : error.name)}: ${clean(error.message)}`

const frames = (error: Error): string => {
  const stack = String(error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
  return stack.slice(0, 8).map(clean).join('\n')
}

/** How each fix begins that says to set a variable, such as that of `missingOptionHint`. */
const MISSING_VARIABLE = /^Set ([A-Z][A-Z\d]*_\w+)/

/** Of the framework, which is the same for all configs and requests of the process. */
let findVariableFix = (_name: string): string | undefined => undefined

/**
 * For a framework whose server sees a variable only after a further step: what the developer has to do besides setting it. Each error that
 * says to set a variable continues with this text. A package calls it on a development server only.
 *
 * @example
 * const declared = new Set(['AUTH_SECRET'])
 * explainVariables((name) => (declared.has(name) ? undefined : `Declare ${name} in src/env.ts`))
 */
export const explainVariables = (findFix: (name: string) => string | undefined): void => {
  findVariableFix = findFix
}

/** What the developer can do about an error of this library, and the page of the documentation about its type. */
const remedy = (error: unknown): readonly string[] => {
  if (!(error instanceof AuthError)) return []
  const { fix } = errorInfo(error)
  const name = MISSING_VARIABLE.exec(fix)?.[1]
  const further = name === undefined ? undefined : findVariableFix(name)
  const fixes = further === undefined ? [fix] : [fix, further]
  return [...fixes.map((line) => `[fix] ${clean(line)}`), `[docs] ${errorDocs(error.type)}`]
}

/**
 * An error with its causes as text for a log: what happened, why and where, and what to do. Redacted and escaped like
 * `printable`. `more` ends the first line.
 */
export const describeError = (error: unknown, ...more: readonly unknown[]): string => {
  const ending = more.map((value) => ` ${printable(value)}`).join('')
  const lines: string[] = []
  const seen = new Set<unknown>()
  let at = error
  while (at instanceof Error && !seen.has(at) && lines.length < 8) {
    seen.add(at)
    const { err: inner, fix: _below, ...details } = isObject(at.cause) ? at.cause : { err: at.cause, fix: undefined }
    const rest = Object.keys(details).length === 0 ? '' : ` ${printable(details)}`
    lines.push(lines.length === 0 ? `${title(at)}${rest}${ending}` : `[cause] ${title(at)}${rest}`)
    if (!(at instanceof AuthError)) lines.push(frames(at))
    at = inner
  }
  if (lines.length === 0) return printable(error) + ending
  return [...lines, ...remedy(error)].filter((line) => line !== '').join('\n')
}
