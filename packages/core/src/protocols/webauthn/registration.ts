import { fromBase64url, toBase64 } from '../../base/bytes.ts'
import { defined } from '../../base/json.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { authenticatorModels } from './authenticator-models.ts'
import {
  readMember,
  verificationError,
  verifyOptions,
  withVerificationError,
  type CeremonyResponse,
  type ExpectedResponse,
} from './ceremony-response.ts'
import { ALG, checkPublicKey, formatTransports, type CredentialDescriptor } from './credential.ts'
import type { RelyingParty } from './relying-party.ts'
import { loadSimpleWebAuthn, type SimpleWebAuthn } from './simple-webauthn.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'

/** The AAGUID of an authenticator that does not say what it is (WebAuthn L3 §6.5.1). */
const ANONYMOUS = '00000000-0000-0000-0000-000000000000'

/** Build the options of a registration ceremony (WebAuthn L3 §5.4) as JSON. `handle` is in base64url. */
export const buildRegistrationOptions = async (
  { registration }: ResolvedWebAuthnProvider,
  party: RelyingParty,
  registrant: Readonly<Record<'handle' | 'name' | 'displayName', string>>,
  challenge: Uint8Array<ArrayBuffer>,
  exclude: readonly CredentialDescriptor[],
): Promise<object> => {
  const { generateRegistrationOptions } = await loadSimpleWebAuthn()
  const { extensions, preferred } = registration
  return generateRegistrationOptions({
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
}

type Cbor = Parameters<SimpleWebAuthn['helpers']['isoCBOR']['encode']>[0]

/** Decode an attestation object (WebAuthn L3 §6.5) in deterministic CBOR (CTAP 2.1 §8). Throws any error. */
const readAttestation = ({ helpers }: SimpleWebAuthn, { members }: CeremonyResponse) => {
  const { decodeCredentialPublicKey, isoCBOR, isoUint8Array, parseAuthenticatorData } = helpers
  const bytes = readMember(members, 'attestationObject')
  const object = isoCBOR.decodeFirst<Cbor>(bytes)
  // The decoder stops after the first item and accepts longer encodings. Both change the length when encoded again.
  if (!(object instanceof Map) || !isoUint8Array.areEqual(isoCBOR.encode(object), bytes)) {
    throw new TypeError('The attestation object is not one map in deterministic CBOR')
  }
  const format = object.get('fmt')
  const statement = object.get('attStmt')
  const data = object.get('authData')
  if (typeof format !== 'string' || !(statement instanceof Map) || !(data instanceof Uint8Array)) {
    throw new TypeError('The attestation object lacks a member')
  }
  const { credentialPublicKey } = parseAuthenticatorData(new Uint8Array(data))
  if (credentialPublicKey === undefined) throw new TypeError('The attestation object has no credential')
  const publicKey = decodeCredentialPublicKey(credentialPublicKey)
  const hasCertificates = statement.has('x5c')
  // WebAuthn L3 §8.2: without certificates the credential key signs the statement, so both name the same algorithm.
  if (format === 'packed' && !hasCertificates && statement.get('alg') !== publicKey.get(ALG)) {
    throw new TypeError('The self attestation names another algorithm than its key')
  }
  return { format, hasCertificates, publicKey }
}

/** Verify the response of a registration ceremony (WebAuthn L3 §7.1). */
export const verifyRegistration = async (
  { registration, formats }: ResolvedWebAuthnProvider,
  expected: ExpectedResponse,
  response: CeremonyResponse,
): Promise<Omit<AdapterAuthenticator, 'userId' | 'createdAt' | 'userHandle'>> => {
  const options = {
    ...verifyOptions(registration, expected, response),
    supportedAlgorithmIDs: [...registration.algorithms],
  }
  const library = await loadSimpleWebAuthn()
  const { format, hasCertificates, publicKey } = await withVerificationError(
    'The attestation object is malformed',
    'malformed',
    () => readAttestation(library, response),
  )
  if (!formats.has(format)) throw verificationError(`The attestation format is not accepted: ${format}`, 'attestation')
  // Certificates prove nothing without trust anchors, and the library skips their path when it has no anchors.
  if (hasCertificates && library.SettingsService.getRootCertificates({ identifier: 'packed' }).length === 0) {
    throw verificationError('There are no trust anchors for the certificates of this attestation', 'attestation')
  }
  await withVerificationError('The public key is not one of those that were offered', 'public-key', () =>
    checkPublicKey(publicKey, registration.algorithms),
  )
  const { verified, registrationInfo: info } = await withVerificationError(
    'The registration could not be verified',
    'verification',
    () => library.verifyRegistrationResponse(options),
  )
  if (!verified) throw verificationError('The attestation could not be verified', 'attestation')
  const { credential } = info
  if (credential.id !== response.json['id']) throw verificationError('The response names another credential', 'id')
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
      name: authenticatorModels.get(info.aaguid)?.name,
      aaguid: info.aaguid === ANONYMOUS ? undefined : info.aaguid,
    }),
  }
}
