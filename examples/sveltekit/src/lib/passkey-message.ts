const MESSAGES: Readonly<Record<string, string>> = {
  PasskeyCancelled: 'Nothing happened. You cancelled, it took too long, or this device has no passkey for this site.',
  PasskeyUnsupported: 'This browser does not support passkeys.',
  PasskeyAlreadyRegistered: 'This device already has your passkey.',
  ReauthenticationRequired: 'You signed in too long ago. Please sign in again first.',
  AccessDenied: 'You cannot delete your last sign-in method.',
}

/** The message for the error of a passkey function. */
export const passkeyMessage = (error: string | undefined): string =>
  MESSAGES[error ?? ''] ?? 'That did not work. Please check your input and try again.'
