import type { MethodFacts } from '../../config/engine-types.ts'

/** What is true of every sign-in by credentials. */
export const credentialsFacts: MethodFacts = {
  hasStoredUsers: false,
  hasAccounts: false,
  verifiesEmail: 'no',
  canResumeSignUp: false,
  hasPasskeys: false,
  leavesSite: false,
  notLinkedError: 'AccountNotLinked',
}
