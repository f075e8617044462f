import type { AuthContext } from '../../config/engine-types.ts'
import { findAccountUser } from '../../accounts/account-facts.ts'
import type { Identity } from '../../accounts/identity.ts'
import { toBase64 } from '../../base/bytes.ts'
import { authError } from '../../errors/error-classes.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { isRegression, verifyAuthentication } from '../../protocols/webauthn/authentication.ts'
import type { Assertion } from '../../protocols/webauthn/authentication.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { readPasskey } from '../../store/rows.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import type { CeremonyRequest } from './passkey-request.ts'

const findRow = async ({ context, response, ceremony }: CeremonyRequest): Promise<AdapterAuthenticator> => {
  const id = toBase64(response.id)
  const row = readPasskey(await context.config.adapter?.getAuthenticator?.(id), id)
  if (row === null) throw verificationError('The passkey is not stored', 'unknown')
  const { listedFor } = ceremony
  if (listedFor !== undefined && listedFor !== String(row.userId))
    throw verificationError('The options did not list this passkey', 'not-listed')
  return row
}

/** The user of a passkey. Row and account must name the same user: removing the account disables the passkey. */
const findIdentity = async (
  { context, facts, provider }: CeremonyRequest,
  { providerAccountId, userId }: AdapterAuthenticator,
): Promise<Identity> => {
  const account = { provider: provider.id, providerAccountId, type: 'webauthn' as const, userId: String(userId) }
  const identity: Identity = { facts, user: {}, account }
  const { adapter } = context.config
  const user = adapter === undefined ? null : await findAccountUser(adapter, identity)
  if (user === null || user.id !== account.userId) throw verificationError('The passkey has no account', 'unknown')
  return { ...identity, user }
}

const checkCounter = (row: AdapterAuthenticator, { counter }: Assertion): void => {
  if (isRegression(counter, row.counter))
    throw verificationError('The counter of the passkey went back: it may have been cloned', 'counter-regression')
}

const writeUse = async (
  { runtime }: AuthContext,
  adapter: BoundAdapter,
  { credentialID }: AdapterAuthenticator,
  assertion: Assertion,
): Promise<void> => {
  // In a transaction the write waits for other writers. So the counter that is read after it stays current.
  const lastUsedAt = new Date(runtime.now())
  await adapter.updateAuthenticator?.({ credentialID, credentialBackedUp: assertion.isBackedUp, lastUsedAt })
  const row = readPasskey(await adapter.getAuthenticator?.(credentialID), credentialID)
  if (row === null) throw verificationError('The passkey was removed during the sign-in', 'unknown')
  checkCounter(row, assertion)
  if (adapter.updateAuthenticatorCounter === undefined)
    throw authError('MissingAdapterMethods', 'The adapter lacks updateAuthenticatorCounter')
  await adapter.updateAuthenticatorCounter(credentialID, assertion.counter)
}

/**
 * Store the new counter. It never goes back; with transactions this also holds for simultaneous sign-ins. Throws
 * `WebAuthnVerificationError` when the counter of the authenticator went back (WebAuthn L3 §6.1.1).
 */
const recordUse = async (context: AuthContext, row: AdapterAuthenticator, assertion: Assertion): Promise<void> => {
  const { adapter } = context.config
  if (adapter === undefined) throw authError('MissingAdapterMethods', 'Passkeys need an adapter')
  checkCounter(row, assertion)
  if (adapter.transaction === undefined) return writeUse(context, adapter, row, assertion)
  await adapter.transaction((within) => writeUse(context, within, row, assertion))
}

/** Sign in with a passkey. Nothing is written before everything is verified. */
export const authenticateWithPasskey = async (ceremonyRequest: CeremonyRequest): Promise<HandlerResponse> => {
  const { request, context, provider, relyingParty, response, ceremony } = ceremonyRequest
  const { challenge, listedFor, userId } = ceremony
  const row = await findRow(ceremonyRequest)
  const expected = { ...(await relyingParty()), challenge }
  const assertion = await verifyAuthentication(provider, expected, response, row, listedFor !== undefined)
  const identity = await findIdentity(ceremonyRequest, row)
  await recordUse(context, row, assertion)
  return completeSignIn(request, context, identity, { target: await readTarget(request, context), linkTo: userId })
}
