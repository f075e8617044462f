import { fromUtf8 } from '../../base/bytes.ts'
import { isObject, parseJson } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import { LONGEST_CREDENTIAL_ID } from './authenticator-data.ts'
import { fromExactBase64url } from './encoding.ts'

/** Characters of the field `data`. A chain of certificates fits in a tenth of it. */
const LONGEST_DATA = 131_072
const LONGEST_CLIENT_DATA = 16_384
const LONGEST_PART = 65_536
/** WebAuthn L3 §5.4.3. */
export const LONGEST_USER_HANDLE = 64

/** What the browser says of the ceremony (WebAuthn L3 §5.8.1). */
export interface ClientData {
  readonly challenge: string
  readonly origin: string
  /** Whether the page stood in a frame of another origin. */
  readonly isFramed: boolean
  /** The page that the frame stood in, where the browser says so. */
  readonly topOrigin: string | undefined
}

/** The browser's answer, looked over. `json` is what the library is handed. */
export interface CeremonyAnswer {
  readonly id: Uint8Array
  readonly client: ClientData
  readonly json: JsonObject
  /** The members of `response`. */
  readonly parts: JsonObject
}

export const refuse = (why: string, reason: string, err?: unknown): AuthError =>
  authError('WebAuthnVerificationError', why, { reason, ...(err instanceof Error ? { err } : {}) })

const malformed = (what: string): AuthError => refuse(`The browser's answer has no good ${what}`, 'malformed')

/** The bytes of a member of the answer. */
export const readPart = (parts: JsonObject, name: string, longest = LONGEST_PART): Uint8Array => {
  const bytes = fromExactBase64url(parts[name], longest)
  if (bytes === null) throw malformed(name)
  return bytes
}

const decodeText = (bytes: Uint8Array): string => {
  try {
    return fromUtf8(bytes)
  } catch {
    throw malformed('clientDataJSON')
  }
}

const readClientData = (parts: JsonObject): ClientData => {
  const data = parseJson(decodeText(readPart(parts, 'clientDataJSON', LONGEST_CLIENT_DATA)))
  if (!isObject(data)) throw malformed('clientDataJSON')
  const { challenge, origin, crossOrigin = false, topOrigin } = data
  if (typeof challenge !== 'string' || typeof origin !== 'string') throw malformed('clientDataJSON')
  if (typeof crossOrigin !== 'boolean' || (topOrigin !== undefined && typeof topOrigin !== 'string')) {
    throw malformed('clientDataJSON')
  }
  return { challenge, origin, isFramed: crossOrigin || topOrigin !== undefined, topOrigin }
}

/**
 * Throws when the ceremony ran in a frame, unless in a page that may embed ours (WebAuthn L3 §7.1 step 10, §7.2 step 13). A
 * browser that does not say in which page is not believed.
 */
export const checkFrame = ({ isFramed, topOrigin }: ClientData, allowed: readonly string[]): void => {
  if (!isFramed || (topOrigin !== undefined && allowed.includes(topOrigin))) return
  throw refuse('The ceremony ran in a frame of another site', 'cross-origin')
}

/** Read the field `data`. Throws `WebAuthnVerificationError` for whatever is no answer of a ceremony. */
export const readAnswer = (data: unknown): CeremonyAnswer => {
  if (typeof data !== 'string' || data.length > LONGEST_DATA) throw malformed('length')
  const json = parseJson(data)
  if (!isObject(json)) throw malformed('form')
  const { response: parts, type, id: text, rawId } = json
  const id = fromExactBase64url(text, LONGEST_CREDENTIAL_ID)
  if (id === null || id.length === 0 || text !== rawId) throw malformed('id')
  if (type !== 'public-key' || !isObject(parts)) throw malformed('type')
  return { id, client: readClientData(parts), json, parts }
}
