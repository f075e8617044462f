import { fromBase64url, toBase64 } from '../../base/bytes.ts'
import { defined } from '../../base/json.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import {
  loadSimpleWebAuthn,
  readMember,
  verificationError,
  verifyOptions,
  withVerificationError,
  type CeremonyResponse,
  type ExpectedResponse,
  type SimpleWebAuthn,
} from './ceremony-response.ts'
import { ALG, checkPublicKey, formatTransports, type CredentialDescriptor } from './credential.ts'
import type { RelyingParty } from './relying-party.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'

/** Names of authenticators by AAGUID, from github.com/passkeydeveloper/passkey-authenticator-aaguids. Never verified. */
const names: ReadonlyMap<string, string> = new Map([
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6', 'Keeper'],
  ['2fc0579f-8113-47ea-b116-bb5a8db9202a', 'YubiKey 5 with NFC'],
  ['50726f74-6f6e-5061-7373-50726f746f6e', 'Proton Pass'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
  ['53414d53-554e-4700-0000-000000000000', 'Samsung Pass'],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'],
  ['6d44ba9b-f6ec-2e49-b930-0c8fe920cb73', 'Security Key by Yubico'],
  ['73bb0cd4-e502-49b8-9c6f-b59445bf720b', 'YubiKey 5 FIPS'],
  ['771b48fd-d3d4-4f74-9232-fc157ab0507a', 'Edge on Mac'],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'],
  ['adce0002-35bc-c60a-648b-0b25f1f05503', 'Chrome on Mac'],
  ['b5397666-4885-aa6b-cebf-e52262a439a2', 'Chromium Browser'],
  ['b78a0a55-6ef8-d246-a042-ba0f6d55050c', 'LastPass'],
  ['b84e4048-15dc-4dd0-8640-f4f60813c8af', 'NordPass'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['cb69481e-8ff7-4039-93ec-0a2729a154a8', 'YubiKey 5'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['dd4ec289-e01d-41c9-bb89-70fa845d4bf2', 'iCloud Keychain'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['ee882879-721c-4913-9775-3dfcce97072a', 'YubiKey 5'],
  ['f3809540-7f14-49c1-a8b3-8f813b225541', 'Enpass'],
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Apple Passwords'],
  ['fdb141b2-5d84-443e-8a35-4698c205a502', 'KeePassXC'],
])

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
      name: names.get(info.aaguid),
    }),
  }
}
