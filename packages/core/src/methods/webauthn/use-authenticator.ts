import type { AuthContext } from '../../config/engine-types.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { readPasskey } from '../../store/rows.ts'
import { authError } from '../../errors/error-classes.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { isRegression } from '../../protocols/webauthn/authentication.ts'
import type { Assertion } from '../../protocols/webauthn/authentication.ts'
import { verificationError } from '../../protocols/webauthn/ceremony-response.ts'

const write = async (
  context: AuthContext,
  adapter: BoundAdapter,
  { credentialID }: AdapterAuthenticator,
  { counter, isBackedUp }: Assertion,
): Promise<void> => {
  // Written first, because a write waits for whoever else is writing; what is read afterwards stays true until the end.
  const lastUsedAt = new Date(context.runtime.now())
  await adapter.updateAuthenticator?.({ credentialID, credentialBackedUp: isBackedUp, lastUsedAt })
  const row = readPasskey(await adapter.getAuthenticator?.(credentialID), credentialID)
  if (row === null) throw verificationError('The passkey was removed meanwhile', 'unknown')
  if (isRegression(counter, row.counter)) {
    throw verificationError('The counter of a passkey went back: there may be a copy of it', 'counter-regression')
  }
  if (adapter.updateAuthenticatorCounter === undefined) {
    throw authError('MissingAdapterMethods', 'The adapter lacks updateAuthenticatorCounter')
  }
  await adapter.updateAuthenticatorCounter(credentialID, counter)
}

/**
 * Write down that a passkey was used. Its counter only goes up: where the adapter has transactions even when several
 * sign-ins arrive at once. Throws `WebAuthnVerificationError` when it went back (WebAuthn L3 §6.1.1).
 */
export const useAuthenticator = async (
  context: AuthContext,
  row: AdapterAuthenticator,
  assertion: Assertion,
): Promise<void> => {
  const { adapter } = context.config
  if (adapter === undefined) throw authError('MissingAdapterMethods', 'Passkeys need an adapter')
  if (adapter.transaction === undefined) {
    if (isRegression(assertion.counter, row.counter)) {
      throw verificationError('The counter of a passkey went back: there may be a copy of it', 'counter-regression')
    }
    return write(context, adapter, row, assertion)
  }
  await adapter.transaction((within) => write(context, within, row, assertion))
}
