import { concat, fromUtf8 } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import type { HeaderReader, IncomingBody, IncomingRequest } from '../types/http.ts'

/** Read a body. `undefined` if it has more than `limit` bytes. An aborted signal cancels the stream. */
export const readStream = async (body: ReadableStream<Uint8Array> | null, limit: number, signal?: AbortSignal) => {
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', cancel, { once: true })
  const parts: Uint8Array[] = []
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > limit) {
      cancel()
      return undefined
    }
    parts.push(part.value)
  }
  signal?.removeEventListener('abort', cancel)
  return concat(...parts)
}

/** The fields of a request body, in an object without a prototype. */
export type Fields = Readonly<Record<string, unknown>>

type BodyReading = Fields | 'none' | 'malformed' | 'too-large'

const toFields = (entries: Iterable<readonly [string, unknown]>): Fields => {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, value] of entries) if (name !== '__proto__') fields[name] = value
  return fields
}

export const toParameters = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'))

export const repeatedNames = (parameters: URLSearchParams): ReadonlySet<string> => {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of parameters.keys()) (seen.has(name) ? repeated : seen).add(name)
  return repeated
}

/** Real requests have fewer fields or members. Parsing a hundred thousand would block the process for a second. */
const MAX_FIELDS = 1000

/** If a field is repeated, the intended value is unknown, so the form is malformed. */
const readForm = (text: string): BodyReading => {
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return 'malformed'
  const parameters = new URLSearchParams(text)
  return repeatedNames(parameters).size > 0 ? 'malformed' : toFields(parameters)
}

/** A string, or what precedes a member. An unclosed string ends with the text, so that the search stays linear. */
const BEFORE_MEMBER = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|[,[{]/g

/** Whether JSON has more members than allowed, in all its objects and arrays together. Counted before it is parsed. */
const hasTooManyMembers = (text: string): boolean => {
  let members = 0
  for (const [found] of text.matchAll(BEFORE_MEMBER)) {
    if (!found.startsWith('"')) members += 1
    if (members > MAX_FIELDS) return true
  }
  return false
}

const readJson = (text: string): BodyReading => {
  const value = hasTooManyMembers(text) ? undefined : parseJson(text)
  return isObject(value) ? toFields(Object.entries(value)) : 'malformed'
}

/** The fields that a framework has parsed. In a form, a repeated field is an array. JSON is read again, as strictly as its bytes. */
const readParsed = (fields: unknown, isForm: boolean): BodyReading => {
  if (!isObject(fields)) return 'malformed'
  if (!isForm) return readJson(JSON.stringify(fields))
  const entries = Object.entries(fields)
  const isAmbiguous = entries.some(([, value]) => typeof value !== 'string')
  return isAmbiguous || entries.length > MAX_FIELDS ? 'malformed' : toFields(entries)
}

/** The bytes of a body of at most `limit` bytes. */
export const readBytes = async (request: Request, limit: number): Promise<IncomingBody> => {
  if (request.bodyUsed) return { kind: 'malformed' }
  const bytes = await readStream(request.body, limit)
  return bytes === undefined ? { kind: 'too-large' } : { kind: 'bytes', bytes }
}

/** Read a form or JSON body of at most `limit` bytes. A body of another media type is not read. */
export const readBody = async ({ headers, body }: IncomingRequest, limit: number): Promise<BodyReading> => {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded') return 'none'
  if (Number(headers.get('content-length') ?? 0) > limit) return 'too-large'
  const isForm = type !== 'application/json'
  try {
    const read = (await body?.(limit)) ?? { kind: 'bytes', bytes: new Uint8Array() }
    if (read.kind === 'parsed') return readParsed(read.fields, isForm)
    if (read.kind !== 'bytes') return read.kind
    const text = fromUtf8(read.bytes)
    return isForm ? readForm(text) : readJson(text)
  } catch {
    // The bytes are not UTF-8, or the connection failed.
    return 'malformed'
  }
}

/** The request as the application's own code gets it: the same URL and headers, and a form that it can read. */
export const formRequest = ({ url, headers }: { url: URL; headers: HeaderReader }, fields: Fields): Request => {
  const kept = [...headers].filter(([name]) => name !== 'content-length' && name !== 'content-type')
  const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, toText(value)]))
  // `Request` adds the content type of such a body.
  return new Request(url, { method: 'POST', headers: kept, body })
}
