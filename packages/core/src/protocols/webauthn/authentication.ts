import { defined } from '../../base/json.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import {
  checkFrame,
  withVerificationError,
  readMember,
  verificationError,
  type CeremonyResponse,
  loadSimpleWebAuthn,
  type SimpleWebAuthn,
} from './ceremony-response.ts'
import { checkPublicKey, browserId, readStoredKey, type CredentialDescriptor } from './credential.ts'
import type { ExpectedResponse, RelyingParty } from './relying-party.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'

/** Bytes (WebAuthn L3 §5.4.3). */
const MAX_USER_HANDLE_LENGTH = 64

/** Build the options of an authentication ceremony (WebAuthn L3 §5.5) as JSON for the browser. */
export const buildAuthenticationOptions = async (
  { authentication }: ResolvedWebAuthnProvider,
  party: RelyingParty,
  challenge: Uint8Array<ArrayBuffer>,
  allowed: readonly CredentialDescriptor[] | undefined,
): Promise<Readonly<Record<string, unknown>>> => {
  const { generateAuthenticationOptions } = await loadSimpleWebAuthn()
  const { timeout, userVerification, extensions } = authentication
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge,
    timeout,
    userVerification,
    ...defined({ allowCredentials: allowed && [...allowed], extensions }),
  })
  return { ...options }
}

/** A verified authentication. */
export interface Assertion {
  /** The signature counter of the authenticator. */
  readonly counter: number
  readonly isBackedUp: boolean
}

/** WebAuthn L3 §7.2 step 6. */
const checkUserHandle = ({ members }: CeremonyResponse, row: AdapterAuthenticator, isListed: boolean): void => {
  const { userHandle } = members
  const isAbsent = userHandle === undefined || userHandle === null
  // Without a list only discoverable credentials respond, and these return the user handle.
  if (isAbsent && isListed) return
  if (isAbsent || readMember(members, 'userHandle', MAX_USER_HANDLE_LENGTH).length === 0) {
    throw verificationError('The response has no user handle', 'user-handle')
  }
  // Rows that other libraries wrote have no user handle to compare with.
  if (row.userHandle !== undefined && row.userHandle !== null && row.userHandle !== userHandle) {
    throw verificationError('The response has the user handle of another user', 'user-handle')
  }
}

const readKey = (row: AdapterAuthenticator, algorithms: readonly number[], { helpers }: SimpleWebAuthn) =>
  withVerificationError('The stored public key would not be accepted at registration', 'public-key', async () => {
    const key = readStoredKey(row) ?? new Uint8Array()
    await checkPublicKey(helpers.decodeCredentialPublicKey(key), algorithms)
    return key
  })

const verifyWithLibrary = async (
  { authentication }: ResolvedWebAuthnProvider,
  { verifyAuthenticationResponse }: SimpleWebAuthn,
  expected: ExpectedResponse,
  response: CeremonyResponse,
  credential: { readonly id: string; readonly publicKey: Uint8Array<ArrayBuffer> },
) => {
  const { expectedTopOrigin } = authentication
  const { verified, authenticationInfo } = await withVerificationError(
    'The authentication could not be verified',
    'verification',
    () =>
      verifyAuthenticationResponse({
        // The library checks the members that it reads.
        response: response.json as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
        expectedChallenge: expected.challenge,
        expectedOrigin: [...expected.origins],
        expectedRPID: expected.id,
        requireUserVerification: authentication.userVerification === 'required',
        // The counter is compared when it is stored, in the same database transaction.
        credential: { ...credential, counter: 0 },
        ...(expectedTopOrigin.length === 0 ? {} : { expectedTopOrigin: [...expectedTopOrigin] }),
      }),
  )
  if (verified) return authenticationInfo
  throw verificationError('The signature does not match the public key of the passkey', 'signature')
}

/**
 * Verify the response of an authentication ceremony (WebAuthn L3 §7.2), except for its counter. Throws
 * `WebAuthnVerificationError`; nothing is written.
 *
 * @param row the stored passkey with the ID of the response
 * @param isListed whether the options listed the accepted passkeys, this one among them
 */
export const verifyAuthentication = async (
  provider: ResolvedWebAuthnProvider,
  expected: ExpectedResponse,
  response: CeremonyResponse,
  row: AdapterAuthenticator,
  isListed: boolean,
): Promise<Assertion> => {
  checkFrame(response.clientData, provider.authentication.expectedTopOrigin)
  checkUserHandle(response, row, isListed)
  const library = await loadSimpleWebAuthn()
  const credential = { id: browserId(row), publicKey: await readKey(row, provider.registration.algorithms, library) }
  const info = await verifyWithLibrary(provider, library, expected, response, credential)
  // WebAuthn L3 §7.2 step 19: backup eligibility is fixed at registration.
  if (info.credentialDeviceType !== row.credentialDeviceType) {
    throw verificationError('The backup eligibility of the passkey has changed', 'backup-eligibility')
  }
  return { counter: info.newCounter, isBackedUp: info.credentialBackedUp }
}

/**
 * Whether the signature counter suggests a cloned authenticator (WebAuthn L3 §6.1.1). Synchronized passkeys do not count and
 * always send 0.
 */
export const isRegression = (counter: number, stored: number): boolean =>
  (counter > 0 || stored > 0) && counter <= stored
