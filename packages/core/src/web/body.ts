import { isObject, parseJson } from '../base/json.ts'
import { fromUtf8 } from '../base/bytes.ts'
import { readStream } from './read-stream.ts'

/** The fields of a request body, in an object without a prototype. */
export type Fields = Readonly<Record<string, unknown>>

export type BodyReading =
  | { readonly kind: 'fields'; readonly fields: Fields; readonly hasRepeatedField: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-large' }

const MALFORMED: BodyReading = { kind: 'malformed' }
const TOO_LARGE: BodyReading = { kind: 'too-large' }

const toFields = (entries: Iterable<readonly [string, unknown]>): Fields => {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  // Of a repeated field the first value is used, as in a query.
  for (const [name, value] of entries) if (name !== '__proto__' && !(name in fields)) fields[name] = value
  return fields
}

/** The text fields of a form as parameters. */
export const toParameters = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'))

/** The names that occur more than once. */
export const repeatedNames = (parameters: URLSearchParams): ReadonlySet<string> => {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of parameters.keys()) (seen.has(name) ? repeated : seen).add(name)
  return repeated
}

/** Fields that decide a flow. If one is repeated, the intended value is unknown and the request is refused. */
export const SINGLE_FIELDS = ['callbackUrl', 'csrfToken', 'email', 'token'] as const

/** Real forms have fewer fields. Parsing a hundred thousand fields would block the process for a second. */
const MAX_FIELDS = 1000

const readForm = (text: string): BodyReading => {
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return MALFORMED
  const parameters = new URLSearchParams(text)
  const repeated = repeatedNames(parameters)
  if (SINGLE_FIELDS.some((name) => repeated.has(name))) return MALFORMED
  return { kind: 'fields', fields: toFields(parameters), hasRepeatedField: repeated.size > 0 }
}

const readJson = (text: string): BodyReading => {
  const value = parseJson(text)
  return isObject(value)
    ? { kind: 'fields', fields: toFields(Object.entries(value)), hasRepeatedField: false }
    : MALFORMED
}

const mediaType = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Read a form or JSON body of at most `limit` bytes. A body of another media type is not read. */
export const readBody = async (request: Request, limit: number): Promise<BodyReading> => {
  const type = mediaType(request)
  if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded') return { kind: 'none' }
  if (Number(request.headers.get('content-length') ?? 0) > limit) return TOO_LARGE
  if (request.bodyUsed) return MALFORMED
  try {
    const bytes = await readStream(request.body, limit)
    if (bytes === undefined) return TOO_LARGE
    const text = fromUtf8(bytes)
    return type === 'application/json' ? readJson(text) : readForm(text)
  } catch {
    // The bytes are not UTF-8, or the connection failed.
    return MALFORMED
  }
}
