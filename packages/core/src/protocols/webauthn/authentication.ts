import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { readAttestedCredential } from './authenticator-data.ts'
import { readCbor } from './cbor.ts'
import { loadLibrary } from './library.ts'
import type { Library } from './library.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'
import { checkPublicKey } from './public-key.ts'
import { browserId, storedKey } from './credential-record.ts'
import type { Descriptor } from './credential-record.ts'
import type { Expected, RelyingParty } from './relying-party.ts'
import { checkFrame, LONGEST_USER_HANDLE, readPart, refuse } from './ceremony-response.ts'
import type { CeremonyAnswer } from './ceremony-response.ts'

/** The options of a sign-in ceremony (WebAuthn L3 §5.5), as JSON for the browser. */
export const buildAuthenticationOptions = async (
  { authentication }: ResolvedWebAuthnProvider,
  party: RelyingParty,
  challenge: Uint8Array<ArrayBuffer>,
  allowed: readonly Descriptor[] | undefined,
): Promise<Readonly<Record<string, unknown>>> => {
  const { generateAuthenticationOptions } = await loadLibrary()
  const { timeout, userVerification, extensions } = authentication
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge,
    timeout,
    userVerification,
    ...(allowed === undefined ? {} : { allowCredentials: [...allowed] }),
    ...(extensions === undefined ? {} : { extensions }),
  })
  return { ...options }
}

/** What a verified sign-in says of its passkey. */
export interface Assertion {
  readonly counter: number
  readonly isBackedUp: boolean
}

/** Whose passkey the authenticator says it is (WebAuthn L3 §7.2 step 6). */
const checkUserHandle = (response: CeremonyAnswer, row: AdapterAuthenticator, isListed: boolean): void => {
  const { userHandle } = response.parts
  const absent = userHandle === undefined || userHandle === null
  // Without a list only a passkey that can be found by itself answers, and such a one knows its user.
  if (absent && isListed) return
  if (absent || readPart(response.parts, 'userHandle', LONGEST_USER_HANDLE).length === 0) {
    throw refuse('The answer does not say whose passkey it is', 'user-handle')
  }
  // Rows that other libraries wrote do not say; what a row says has to be met.
  if (row.userHandle !== undefined && row.userHandle !== null && row.userHandle !== userHandle) {
    throw refuse('The answer says that the passkey is somebody else’s', 'user-handle')
  }
}

const readKey = async (
  row: AdapterAuthenticator,
  provider: ResolvedWebAuthnProvider,
): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    const key = storedKey(row) ?? new Uint8Array()
    await checkPublicKey(readCbor(key), provider.registration.algorithms)
    return key
  } catch (error) {
    throw refuse('The stored public key is not one that would be registered', 'public-key', error)
  }
}

const checkData = (response: CeremonyAnswer): void => {
  try {
    readAttestedCredential(readPart(response.parts, 'authenticatorData'))
  } catch (error) {
    throw error instanceof TypeError ? refuse('The authenticator data is malformed', 'malformed', error) : error
  }
}

const verifyWithLibrary = async (
  { authentication }: ResolvedWebAuthnProvider,
  expected: Expected,
  response: CeremonyAnswer,
  row: AdapterAuthenticator,
  publicKey: Uint8Array<ArrayBuffer>,
) => {
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response.json as unknown as Parameters<Library['verifyAuthenticationResponse']>[0]['response'],
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.id,
      requireUserVerification: authentication.userVerification === 'required',
      // The counter is compared later: it says something only when the signature is good, and has to be read again to be written.
      credential: { id: browserId(row), publicKey, counter: 0 },
      ...(authentication.expectedTopOrigin.length === 0
        ? {}
        : { expectedTopOrigin: [...authentication.expectedTopOrigin] }),
    })
    if (verified) return authenticationInfo
  } catch (error) {
    throw refuse('The sign-in could not be verified', 'verification', error)
  }
  throw refuse('The signature does not fit the passkey', 'signature')
}

/**
 * Verify a sign-in (WebAuthn L3 §7.2) by everything but its counter. Throws `WebAuthnVerificationError`; nothing is written.
 *
 * @param isListed whether the browser was given a list of passkeys, and this one stands in it
 */
export const verifyAuthentication = async (
  provider: ResolvedWebAuthnProvider,
  expected: Expected,
  response: CeremonyAnswer,
  row: AdapterAuthenticator,
  isListed: boolean,
): Promise<Assertion> => {
  checkFrame(response.client, provider.authentication.expectedTopOrigin)
  checkData(response)
  checkUserHandle(response, row, isListed)
  const info = await verifyWithLibrary(provider, expected, response, row, await readKey(row, provider))
  // WebAuthn L3 §7.2 step 19: whether a passkey can be backed up is settled when it is made.
  if (info.credentialDeviceType !== row.credentialDeviceType) {
    throw refuse('The passkey says of itself what it did not say when it was made', 'backup-eligibility')
  }
  return { counter: info.newCounter, isBackedUp: info.credentialBackedUp }
}

/**
 * Whether a counter shows that there may be two authenticators with the same key (WebAuthn L3 §6.1.1). Passkeys that are
 * synchronised do not count, and say 0 each time.
 */
export const isRegression = (counter: number, stored: number): boolean =>
  (counter > 0 || stored > 0) && counter <= stored
