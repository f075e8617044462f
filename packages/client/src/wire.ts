import { ClientError } from './error.ts'

/** An answer of the server, read once. */
export interface WireAnswer {
  readonly status: number
  readonly ok: boolean
  /** The JSON value, or `undefined` when the body is none: a proxy's page, say. */
  readonly body: unknown
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member of a JSON object when it is a text. */
export const readMember = (body: unknown, name: string): string | undefined => {
  const value = isObject(body) ? body[name] : undefined
  return typeof value === 'string' ? value : undefined
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    const value: unknown = await response.json()
    return value
  } catch {
    return undefined
  }
}

/** Send a request and read its answer. Rejects only when there was no answer at all. */
export const send = async (fetcher: typeof fetch, path: string, init?: RequestInit): Promise<WireAnswer> => {
  const response = await fetcher(path, { cache: 'no-store', credentials: 'same-origin', ...init })
  return { status: response.status, ok: response.ok, body: await readJson(response) }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'x-auth-return-redirect': '1' }

const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** The init of a posted form. Fields that are no text, number or boolean are left out: a form has no place for them. */
export const buildForm = (fields: Readonly<Record<string, unknown>>): RequestInit => {
  const entries = Object.entries(fields).flatMap(([name, value]) => (isText(value) ? [[name, String(value)]] : []))
  return { method: 'POST', headers: FORM, body: new URLSearchParams(entries).toString() }
}

/** What kind of failure an answer with a status of 400 or above tells of. */
export const failureOf = ({ body, status }: WireAnswer): ClientError =>
  new ClientError(readMember(body, 'error') ?? 'UnexpectedAnswer', status)

/** The JSON object or `null` of an answer that went well. Throws a `ClientError` otherwise. */
export const expectObject = (answer: WireAnswer): Readonly<Record<string, unknown>> | null => {
  if (!answer.ok) throw failureOf(answer)
  if (answer.body === null) return null
  if (!isObject(answer.body)) throw new ClientError('UnexpectedAnswer', answer.status)
  return answer.body
}
