const SENTENCES: Readonly<Record<string, string>> = {
  PasskeyCancelled:
    'Nothing happened: it was cancelled, took too long, or there is no passkey for this site on the device.',
  PasskeyUnsupported: 'This browser cannot use passkeys.',
  PasskeyAlreadyRegistered: 'This device has a passkey for you already.',
  ReauthenticationRequired: 'That is only for somebody who has just signed in: please sign in again first.',
  AccessDenied: 'This is the last way to sign in, so it stays.',
}

/** What a person is told when a passkey did not work. */
export const passkeyTrouble = (error: string | undefined): string =>
  SENTENCES[error ?? ''] ?? 'That did not work. Please check what you typed, and try again.'
