/** The signal methods of WebAuthn L3 §5.1.10. Not every browser has them. */
interface Signals {
  readonly signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<unknown>
  readonly signalAllAcceptedCredentials?: (options: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: readonly string[]
  }) => Promise<unknown>
}

const findSignals = (): Signals | undefined =>
  typeof PublicKeyCredential === 'undefined' ? undefined : (PublicKeyCredential as unknown as Signals)

/** A signal is only a hint, so its failure is ignored. */
const ignoreFailure = async (call: () => Promise<unknown> | undefined): Promise<void> => {
  try {
    await call()
  } catch {
    // A browser may refuse, for example while the page is in the background.
  }
}

/** Tell password managers that the server no longer has a passkey. */
export const signalUnknownCredential = (rpId: string, credentialId: string): Promise<void> =>
  ignoreFailure(() => findSignals()?.signalUnknownCredential?.({ rpId, credentialId }))

/** Tell password managers which passkeys of a user the server has. They delete or hide all others. */
export const signalAcceptedCredentials = (
  rpId: string,
  userId: string,
  credentialIds: readonly string[],
): Promise<void> =>
  ignoreFailure(() =>
    findSignals()?.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds: [...credentialIds] }),
  )
