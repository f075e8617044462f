import { fromBase64url } from '../../base/bytes.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { readAttestation } from './attestation.ts'
import type { Attestation } from './attestation.ts'
import { toBase64 } from './encoding.ts'
import { loadLibrary } from './library.ts'
import type { Library } from './library.ts'
import { findModel } from './authenticator-models.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'
import { checkPublicKey } from './public-key.ts'
import { writeTransports } from './credential-record.ts'
import type { Descriptor } from './credential-record.ts'
import type { Expected, RelyingParty } from './relying-party.ts'
import { checkFrame, readPart, refuse } from './ceremony-response.ts'
import type { CeremonyAnswer } from './ceremony-response.ts'

/** Who registers. */
export interface Registrant {
  /** Base64url of random bytes: the authenticator's name for the user, and nobody else's (WebAuthn L3 §14.6.1). */
  readonly handle: string
  /** What tells accounts apart in the authenticator's list: the address, usually. */
  readonly name: string
  readonly displayName: string
}

/** The options of a registration ceremony (WebAuthn L3 §5.4), as JSON for the browser. */
export const buildRegistrationOptions = async (
  { registration }: ResolvedWebAuthnProvider,
  party: RelyingParty,
  registrant: Registrant,
  challenge: Uint8Array<ArrayBuffer>,
  exclude: readonly Descriptor[],
): Promise<Readonly<Record<string, unknown>>> => {
  const { generateRegistrationOptions } = await loadLibrary()
  const { extensions, preferred } = registration
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: fromBase64url(registrant.handle) ?? new Uint8Array(),
    userName: registrant.name,
    userDisplayName: registrant.displayName,
    challenge,
    timeout: registration.timeout,
    attestationType: registration.attestation,
    excludeCredentials: [...exclude],
    // A copy, because the library writes on it.
    authenticatorSelection: { ...registration.selection },
    supportedAlgorithmIDs: [...registration.algorithms],
    ...(extensions === undefined ? {} : { extensions }),
    ...(preferred === undefined ? {} : { preferredAuthenticatorType: preferred }),
  })
  return { ...options }
}

const readObject = (response: CeremonyAnswer): Attestation => {
  try {
    return readAttestation(readPart(response.parts, 'attestationObject'))
  } catch (error) {
    throw error instanceof TypeError ? refuse('The attestation object is malformed', 'malformed', error) : error
  }
}

/** Certificates prove nothing without trust anchors, and the library takes them on trust when it has none. */
const checkPolicy = (
  { format, hasCertificates }: Attestation,
  { formats }: ResolvedWebAuthnProvider,
  { SettingsService }: Library,
): void => {
  if (!formats.has(format)) throw refuse(`The attestation format is not accepted: ${format}`, 'attestation')
  const anchors = SettingsService.getRootCertificates({ identifier: format as 'packed' })
  if (hasCertificates && anchors.length === 0) {
    throw refuse('There are no trust anchors for the certificates of this attestation', 'attestation')
  }
}

const checkKey = async ({ credential }: Attestation, { registration }: ResolvedWebAuthnProvider): Promise<void> => {
  try {
    await checkPublicKey(credential.publicKey, registration.algorithms)
  } catch (error) {
    throw refuse('The public key is not one that was asked for', 'public-key', error)
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

const verifyWithLibrary = async (
  { verifyRegistrationResponse }: Library,
  { registration }: ResolvedWebAuthnProvider,
  expected: Expected,
  response: CeremonyAnswer,
) => {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response.json as unknown as Parameters<Library['verifyRegistrationResponse']>[0]['response'],
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.id,
      requireUserVerification: registration.userVerification === 'required',
      supportedAlgorithmIDs: [...registration.algorithms],
    })
    if (verified) return registrationInfo
  } catch (error) {
    throw refuse('The registration could not be verified', 'verification', error)
  }
  throw refuse('The attestation could not be verified', 'attestation')
}

/** A passkey that was just made, without its owner. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId' | 'createdAt' | 'userHandle'>

/**
 * Verify a registration (WebAuthn L3 §7.1). The challenge of the answer is the one that was looked up, so nothing is left to
 * compare it with. Throws `WebAuthnVerificationError`.
 */
export const verifyRegistration = async (
  provider: ResolvedWebAuthnProvider,
  expected: Expected,
  response: CeremonyAnswer,
): Promise<NewAuthenticator> => {
  checkFrame(response.client, provider.registration.expectedTopOrigin)
  const library = await loadLibrary()
  const attestation = readObject(response)
  checkPolicy(attestation, provider, library)
  await checkKey(attestation, provider)
  if (!sameBytes(attestation.credential.id, response.id)) throw refuse('The answer names another credential', 'id')
  const info = await verifyWithLibrary(library, provider, expected, response)
  const id = toBase64(response.id)
  const name = findModel(attestation.credential.aaguid)
  const transports = writeTransports(response.parts['transports'])
  return {
    credentialID: id,
    providerAccountId: id,
    credentialPublicKey: toBase64(info.credential.publicKey),
    counter: info.credential.counter,
    credentialDeviceType: info.credentialDeviceType,
    credentialBackedUp: info.credentialBackedUp,
    ...(transports === undefined ? {} : { transports }),
    ...(name === undefined ? {} : { name }),
  }
}
