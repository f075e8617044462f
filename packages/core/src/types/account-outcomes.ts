/** What the account page says that the user has just done. */
export const accountOutcomes = [
  'name-changed',
  'picture-removed',
  'unlinked',
  'passkey-added',
  'passkey-renamed',
  'passkey-deleted',
  'email-sent',
  'email-changed',
  'session-ended',
  'sessions-ended',
  'account-kept',
] as const
