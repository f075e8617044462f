import { isObject, parseJson } from '../base/json.ts'
import { fromUtf8 } from '../base/bytes.ts'

/** The fields of a body, without a prototype. */
export type Fields = Readonly<Record<string, unknown>>

/** What became of a body. */
export type BodyReading =
  | { readonly kind: 'fields'; readonly fields: Fields; readonly hasRepeatedField: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-large' }

const MALFORMED: BodyReading = { kind: 'malformed' }
const TOO_LARGE: BodyReading = { kind: 'too-large' }

const readBytes = async (request: Request, limit: number): Promise<Uint8Array | undefined> => {
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const whole: Uint8Array[] = []
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > limit) {
      await reader.cancel().catch(() => undefined)
      return undefined
    }
    whole.push(part.value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of whole) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const ownFields = (entries: Iterable<readonly [string, unknown]>): Fields => {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  // The first of a repeated field counts, as for a query.
  for (const [name, value] of entries) if (name !== '__proto__' && !(name in fields)) fields[name] = value
  return fields
}

/** The names that came more than once. */
export const repeatedNames = (parameters: URLSearchParams): ReadonlySet<string> => {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const name of parameters.keys()) (seen.has(name) ? twice : seen).add(name)
  return twice
}

/** Fields that steer a flow: when one comes twice, nobody can tell which one was meant. */
export const SINGLE_FIELDS = ['callbackUrl', 'csrfToken', 'email', 'token'] as const

/** No form that a person fills in has more; reading a hundred thousand would keep the process busy for a second. */
const MOST_FIELDS = 1000

const readForm = (text: string): BodyReading => {
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) return MALFORMED
  const parameters = new URLSearchParams(text)
  const repeated = repeatedNames(parameters)
  if (SINGLE_FIELDS.some((name) => repeated.has(name))) return MALFORMED
  return { kind: 'fields', fields: ownFields(parameters), hasRepeatedField: repeated.size > 0 }
}

const readJson = (text: string): BodyReading => {
  const value = parseJson(text)
  return isObject(value)
    ? { kind: 'fields', fields: ownFields(Object.entries(value)), hasRepeatedField: false }
    : MALFORMED
}

const mediaType = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Read a form or JSON body of at most `limit` bytes. Other kinds of body are not read: they count as none. */
export const readBody = async (request: Request, limit: number): Promise<BodyReading> => {
  const type = mediaType(request)
  if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded') return { kind: 'none' }
  if (Number(request.headers.get('content-length') ?? 0) > limit) return TOO_LARGE
  if (request.bodyUsed) return MALFORMED
  try {
    const bytes = await readBytes(request, limit)
    if (bytes === undefined) return TOO_LARGE
    const text = fromUtf8(bytes)
    return type === 'application/json' ? readJson(text) : readForm(text)
  } catch {
    // Bytes that are no UTF-8, or a connection that broke.
    return MALFORMED
  }
}
