import type { MethodFacts } from '../../config/engine-types.ts'

/** What is true of every sign-in by passkeys. */
export const webAuthnFacts: MethodFacts = {
  hasStoredUsers: true,
  hasAccounts: true,
  verifiesEmail: 'no',
  canResumeSignUp: false,
  hasPasskeys: true,
  leavesSite: false,
  notLinkedError: 'AccountNotLinked',
}
