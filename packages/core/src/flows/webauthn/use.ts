import type { BoundAdapter } from '../../config/adapter.ts'
import { readPasskey } from '../../config/passkey-row.ts'
import type { Site } from '../../config/site.ts'
import { MissingAdapterMethods } from '../../errors/classes.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { isRegression } from '../../webauthn/authentication.ts'
import type { Assertion } from '../../webauthn/authentication.ts'
import { refuse } from '../../webauthn/response.ts'

const write = async (
  site: Site,
  adapter: BoundAdapter,
  { credentialID }: AdapterAuthenticator,
  { counter, isBackedUp }: Assertion,
): Promise<void> => {
  // Written first, because a write waits for whoever else is writing; what is read afterwards stays true until the end.
  const lastUsedAt = new Date(site.runtime.now())
  await adapter.updateAuthenticator?.({ credentialID, credentialBackedUp: isBackedUp, lastUsedAt })
  const row = readPasskey(await adapter.getAuthenticator?.(credentialID), credentialID)
  if (row === null) throw refuse('The passkey was removed meanwhile', 'unknown')
  if (isRegression(counter, row.counter)) {
    throw refuse('The counter of a passkey went back: there may be a copy of it', 'counter-regression')
  }
  if (adapter.updateAuthenticatorCounter === undefined) {
    throw new MissingAdapterMethods('The adapter lacks updateAuthenticatorCounter')
  }
  await adapter.updateAuthenticatorCounter(credentialID, counter)
}

/**
 * Write down that a passkey was used. Its counter only goes up: where the adapter has transactions even when several
 * sign-ins arrive at once. Throws `WebAuthnVerificationError` when it went back (WebAuthn L3 §6.1.1).
 */
export const useAuthenticator = async (site: Site, row: AdapterAuthenticator, assertion: Assertion): Promise<void> => {
  const { adapter } = site.config
  if (adapter === undefined) throw new MissingAdapterMethods('Passkeys need an adapter')
  if (adapter.transaction === undefined) {
    if (isRegression(assertion.counter, row.counter)) {
      throw refuse('The counter of a passkey went back: there may be a copy of it', 'counter-regression')
    }
    return write(site, adapter, row, assertion)
  }
  await adapter.transaction((within) => write(site, within, row, assertion))
}
