import { fromBase64url } from '../../base/bytes.ts'
import { defined } from '../../base/json.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import {
  verificationError,
  verifyOptions,
  withVerificationError,
  type CeremonyResponse,
  type ExpectedResponse,
} from './ceremony-response.ts'
import { browserId, checkPublicKey, toUnpaddedBase64url, type CredentialDescriptor } from './credential.ts'
import type { RelyingParty } from './relying-party.ts'
import { loadSimpleWebAuthn } from './simple-webauthn.ts'
import type { ResolvedWebAuthnProvider } from './webauthn-provider.ts'

/** Build the options of an authentication ceremony (WebAuthn L3 §5.5) as JSON for the browser. */
export const buildAuthenticationOptions = async (
  { authentication }: ResolvedWebAuthnProvider,
  party: RelyingParty,
  challenge: Uint8Array<ArrayBuffer>,
  allowed: readonly CredentialDescriptor[] | undefined,
): Promise<object> => {
  const { generateAuthenticationOptions } = await loadSimpleWebAuthn()
  const { timeout, userVerification, extensions } = authentication
  const allowCredentials = allowed && [...allowed]
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge,
    timeout,
    userVerification,
    ...defined({ allowCredentials, extensions }),
  })
}

/** WebAuthn L3 §7.2 step 6. */
const checkUserHandle = ({ members }: CeremonyResponse, row: AdapterAuthenticator, isListed: boolean): void => {
  const { userHandle = null } = members
  // Without a list only discoverable credentials respond, and these return the user handle.
  if (userHandle === null && isListed) return
  // Rows that other libraries wrote have no user handle to compare with.
  if (typeof userHandle !== 'string' || userHandle === '' || userHandle !== (row.userHandle ?? userHandle))
    throw verificationError('The response has no user handle, or that of another user', 'user-handle')
}

/** Verify an authentication (WebAuthn L3 §7.2), except for its counter. `isListed`: the options listed passkeys. */
export const verifyAuthentication = async (
  provider: ResolvedWebAuthnProvider,
  expected: ExpectedResponse,
  response: CeremonyResponse,
  row: AdapterAuthenticator,
  isListed: boolean,
) => {
  const { authentication, registration } = provider
  const options = verifyOptions(authentication, expected, response)
  checkUserHandle(response, row, isListed)
  const { verifyAuthenticationResponse, helpers } = await loadSimpleWebAuthn()
  const publicKey = fromBase64url(toUnpaddedBase64url(row.credentialPublicKey)) ?? new Uint8Array()
  await withVerificationError('The stored public key would not be accepted at registration', 'public-key', () =>
    checkPublicKey(helpers.decodeCredentialPublicKey(publicKey), registration.algorithms),
  )
  // The counter is compared when it is stored, in the same database transaction.
  const credential = { id: browserId(row), publicKey, counter: 0 }
  const { verified, authenticationInfo: info } = await withVerificationError(
    'The authentication could not be verified',
    'verification',
    () => verifyAuthenticationResponse({ ...options, credential }),
  )
  if (!verified) throw verificationError('The signature does not match the public key of the passkey', 'signature')
  // WebAuthn L3 §7.2 step 19: backup eligibility is fixed at registration.
  if (info.credentialDeviceType !== row.credentialDeviceType) {
    throw verificationError('The backup eligibility of the passkey has changed', 'backup-eligibility')
  }
  return { counter: info.newCounter, isBackedUp: info.credentialBackedUp }
}

export type Assertion = Awaited<ReturnType<typeof verifyAuthentication>>

/** Throw if the counter suggests a cloned authenticator (WebAuthn L3 §6.1.1). Synchronized passkeys always send 0. */
export const checkCounter = (row: AdapterAuthenticator, { counter }: Assertion): void => {
  if ((counter > 0 || row.counter > 0) && counter <= row.counter)
    throw verificationError('The counter of the passkey went back: it may have been cloned', 'counter-regression')
}
