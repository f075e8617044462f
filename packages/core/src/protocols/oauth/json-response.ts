import { fromUtf8 } from '../../base/bytes.ts'
import { nonEmpty, parseExactObject } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import { defined } from '../../base/record.ts'
import { outage, quote, refusal } from './oauth-errors.ts'
import type { EndpointName } from './oauth-errors.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i

/** The media type of an answer, without parameters. */
export const mediaType = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''

/** The object that JSON bytes hold, integers beyond 2^53 as texts; `undefined` when they hold none. */
export const findJsonObject = (bytes: Uint8Array): JsonObject | undefined => {
  try {
    return parseExactObject(fromUtf8(bytes))
  } catch {
    return undefined
  }
}

/** 204, 205 and 206 are successes without a whole answer. */
const isWhole = (status: number): boolean => status >= 200 && status <= 203

/** What an error answer says of itself (RFC 6749 §5.2). Its words are for the log only. */
const errorEvidence = (status: number, body: JsonObject | undefined) =>
  defined({ status, error: quote(body?.['error']), description: quote(body?.['error_description']) })

/** The JSON object of a successful answer. Everything else throws, with what the provider said in the evidence. */
export const readJsonAnswer = async (
  provider: string,
  endpoint: EndpointName,
  response: Response,
): Promise<JsonObject> => {
  const isJson = JSON_TYPE.test(mediaType(response))
  const body = isJson ? findJsonObject(new Uint8Array(await response.arrayBuffer())) : undefined
  const { status } = response
  if (!isWhole(status)) {
    const fail = status >= 500 || status === 429 ? outage : refusal
    throw fail(provider, endpoint, 'status', errorEvidence(status, body))
  }
  if (body === undefined) throw refusal(provider, endpoint, isJson ? 'malformed' : 'not JSON', { status })
  // RFC 6749 §5.2 wants status 400; some providers answer 200 and mean it all the same.
  if (endpoint === 'token' && nonEmpty(body['error']) !== undefined) {
    throw refusal(provider, endpoint, 'error', errorEvidence(status, body))
  }
  return body
}
