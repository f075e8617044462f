import { fromBase64url, toBase64, toBase64url } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { readAttestationObject } from './attestation-object.ts'
import type { AttestationObject } from './attestation-object.ts'
import { findAuthenticatorName } from './authenticator-names.ts'
import { checkFrame, withVerificationError, readMember, verificationError } from './ceremony-response.ts'
import type { CeremonyResponse } from './ceremony-response.ts'
import { checkPublicKey } from './credential-public-key.ts'
import { formatTransports } from './credential-record.ts'
import type { CredentialDescriptor } from './credential-record.ts'
import type { ExpectedResponse, RelyingParty } from './relying-party.ts'
import { loadSimpleWebAuthn } from './simplewebauthn.ts'
import type { SimpleWebAuthn } from './simplewebauthn.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'

/** The user of a registration ceremony (`PublicKeyCredentialUserEntity`, WebAuthn L3 §5.4.3). */
export interface Registrant {
  /** The user handle: base64url of random bytes that identify the user to the authenticator only (WebAuthn L3 §14.6.1). */
  readonly handle: string
  /** Distinguishes accounts in the list that the authenticator shows. Usually the e-mail address. */
  readonly name: string
  readonly displayName: string
}

/** Build the options of a registration ceremony (WebAuthn L3 §5.4) as JSON for the browser. */
export const buildRegistrationOptions = async (
  { registration }: ResolvedWebAuthnProvider,
  party: RelyingParty,
  registrant: Registrant,
  challenge: Uint8Array<ArrayBuffer>,
  exclude: readonly CredentialDescriptor[],
): Promise<Readonly<Record<string, unknown>>> => {
  const { generateRegistrationOptions } = await loadSimpleWebAuthn()
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
    // A copy, because the library changes the object.
    authenticatorSelection: { ...registration.selection },
    supportedAlgorithmIDs: [...registration.algorithms],
    ...defined({ extensions, preferredAuthenticatorType: preferred }),
  })
  return { ...options }
}

/** Certificates prove nothing without trust anchors, and the library skips their path when it has no anchors. */
const checkAttestationPolicy = (
  { format, hasCertificates }: AttestationObject,
  { formats }: ResolvedWebAuthnProvider,
  { SettingsService }: SimpleWebAuthn,
): void => {
  if (!formats.has(format)) throw verificationError(`The attestation format is not accepted: ${format}`, 'attestation')
  const anchors = SettingsService.getRootCertificates({ identifier: format as 'packed' })
  if (hasCertificates && anchors.length === 0) {
    throw verificationError('There are no trust anchors for the certificates of this attestation', 'attestation')
  }
}

const verifyWithLibrary = async (
  { verifyRegistrationResponse }: SimpleWebAuthn,
  { registration }: ResolvedWebAuthnProvider,
  expected: ExpectedResponse,
  response: CeremonyResponse,
) => {
  const { verified, registrationInfo } = await withVerificationError(
    'The registration could not be verified',
    'verification',
    () =>
      verifyRegistrationResponse({
        // The library checks the members that it reads.
        response: response.json as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
        expectedChallenge: expected.challenge,
        expectedOrigin: [...expected.origins],
        expectedRPID: expected.id,
        requireUserVerification: registration.userVerification === 'required',
        supportedAlgorithmIDs: [...registration.algorithms],
      }),
  )
  if (verified) return registrationInfo
  throw verificationError('The attestation could not be verified', 'attestation')
}

/** A verified passkey that is not stored yet and has no user. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId' | 'createdAt' | 'userHandle'>

/**
 * Verify the response of a registration ceremony (WebAuthn L3 §7.1). Throws `WebAuthnVerificationError`; nothing is written.
 *
 * @param expected the relying party, and the challenge of the open ceremony that the response belongs to
 */
export const verifyRegistration = async (
  provider: ResolvedWebAuthnProvider,
  expected: ExpectedResponse,
  response: CeremonyResponse,
): Promise<NewAuthenticator> => {
  checkFrame(response.clientData, provider.registration.expectedTopOrigin)
  const library = await loadSimpleWebAuthn()
  const bytes = readMember(response.members, 'attestationObject')
  const attestation = await withVerificationError('The attestation object is malformed', 'malformed', () =>
    readAttestationObject(library, bytes),
  )
  checkAttestationPolicy(attestation, provider, library)
  await withVerificationError('The public key is not one of those that were offered', 'public-key', () =>
    checkPublicKey(attestation.publicKey, provider.registration.algorithms),
  )
  if (toBase64url(attestation.credentialId) !== response.json['id'])
    throw verificationError('The response names another credential', 'id')
  const { credential, ...info } = await verifyWithLibrary(library, provider, expected, response)
  const id = toBase64(response.id)
  return {
    credentialID: id,
    providerAccountId: id,
    credentialPublicKey: toBase64(credential.publicKey),
    counter: credential.counter,
    credentialDeviceType: info.credentialDeviceType,
    credentialBackedUp: info.credentialBackedUp,
    ...defined({
      transports: formatTransports(response.members['transports']),
      name: findAuthenticatorName(info.aaguid),
    }),
  }
}
