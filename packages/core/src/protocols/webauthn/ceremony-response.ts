import type * as Server from '@simplewebauthn/server'
import type { Awaitable } from '../../base/async.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import { fromBase64url } from '../../base/bytes.ts'
import { isObject, parseJson, parseJsonBytes, type JsonObject } from '../../base/json.ts'
import type { RelyingParty } from './relying-party.ts'
import type { CeremonyOptions } from './webauthn-provider.ts'

/** Bytes. */
const MAX_CLIENT_DATA_LENGTH = 16_384
const MAX_MEMBER_LENGTH = 65_536
/** WebAuthn L3 §7.1 step 25. */
const MAX_CREDENTIAL_ID_LENGTH = 1023

/** A passkey that is not stored has nothing to do with the relying party, which the text of the type names. */
const UNKNOWN =
  'Nothing, if the passkey was deleted or its sign-up was not finished. Else restore its row in the database'

/** The error for a ceremony that is refused. `reason` is a fixed word for the log. */
export const verificationError = (message: string, reason: string, err?: unknown): AuthError => {
  const fix = reason === 'unknown' ? { fix: UNKNOWN } : {}
  return authError('WebAuthnVerificationError', message, { reason, ...fix, ...(err instanceof Error ? { err } : {}) })
}

export const withVerificationError = async <Value>(message: string, reason: string, step: () => Awaitable<Value>) => {
  try {
    return await step()
  } catch (error) {
    throw verificationError(message, reason, error)
  }
}

const malformed = (name: string): AuthError =>
  verificationError(`The response of the browser has no valid ${name}`, 'malformed')

/** The bytes of a member in canonical base64url, so that equal ids are equal texts. */
export const readMember = (members: JsonObject, name: string, maxLength = MAX_MEMBER_LENGTH) => {
  const text = members[name]
  const isShort = typeof text === 'string' && text.length <= Math.ceil((maxLength * 4) / 3)
  const bytes = isShort ? fromBase64url(text) : null
  if (bytes === null) throw malformed(name)
  return bytes
}

/** Read the form field `data`. Throws `WebAuthnVerificationError` if it is not the response of a ceremony. */
export const readCeremonyResponse = (data: unknown) => {
  const json = typeof data === 'string' ? parseJson(data) : undefined
  if (!isObject(json)) throw malformed('JSON')
  const id = readMember(json, 'id', MAX_CREDENTIAL_ID_LENGTH)
  const members = json['response']
  if (!isObject(members)) throw malformed('response')
  const clientData = parseJsonBytes(readMember(members, 'clientDataJSON', MAX_CLIENT_DATA_LENGTH))
  const challenge = clientData?.['challenge']
  if (typeof challenge !== 'string') throw malformed('clientDataJSON')
  return { id, clientData: { ...clientData, challenge } as JsonObject & { challenge: string }, json, members }
}

/** The response of a ceremony (WebAuthn L3 §5.1), not verified. `members` is what the authenticator returned. */
export type CeremonyResponse = ReturnType<typeof readCeremonyResponse>

export interface ExpectedResponse extends RelyingParty {
  /** Base64url. */
  readonly challenge: string
}

type ResponseJSON = Server.RegistrationResponseJSON & Server.AuthenticationResponseJSON

/** The options of both verifications. Throws if the ceremony ran in a frame, unless the developer named the page. */
export const verifyOptions = (
  { userVerification, expectedTopOrigin }: CeremonyOptions,
  expected: ExpectedResponse,
  { json, clientData }: CeremonyResponse,
) => {
  // WebAuthn L3 §7.1 steps 10 and 11, §7.2 steps 13 and 14. A browser that does not name the page is refused.
  const { crossOrigin = false, topOrigin } = clientData
  const isFramed = crossOrigin !== false || topOrigin !== undefined
  if (isFramed && !expectedTopOrigin.some((allowed) => allowed === topOrigin))
    throw verificationError('The ceremony ran in a frame of another origin', 'cross-origin')
  return {
    // The library checks the members that it reads.
    response: json as unknown as ResponseJSON,
    expectedChallenge: expected.challenge,
    expectedOrigin: [...expected.origins],
    expectedRPID: expected.id,
    expectedTopOrigin: [...expectedTopOrigin],
    requireUserVerification: userVerification === 'required',
  }
}
