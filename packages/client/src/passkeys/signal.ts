/** What tells password managers that passkeys are gone (WebAuthn L3 §5.1.10). Few browsers have it. */
interface Signals {
  readonly signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<unknown>
  readonly signalAllAcceptedCredentials?: (options: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: readonly string[]
  }) => Promise<unknown>
}

const signals = (): Signals | undefined =>
  typeof PublicKeyCredential === 'undefined' ? undefined : (PublicKeyCredential as unknown as Signals)

/** A hint: whatever becomes of it, nothing here depends on it. */
const quietly = async (call: () => Promise<unknown> | undefined): Promise<void> => {
  try {
    await call()
  } catch {
    // A browser may refuse, for one because the page is not in front.
  }
}

/** Tell that a passkey is not known on the server any more. */
export const signalGone = (rpId: string, credentialId: string): Promise<void> =>
  quietly(() => signals()?.signalUnknownCredential?.({ rpId, credentialId }))

/** Tell which passkeys of a user there are on the server; all others are gone. */
export const signalAll = (rpId: string, userId: string, credentialIds: readonly string[]): Promise<void> =>
  quietly(() =>
    signals()?.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds: [...credentialIds] }),
  )
