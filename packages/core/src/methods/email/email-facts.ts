import type { MethodFacts } from '../../config/engine-types.ts'

/** What is true of every sign-in by e-mail. */
export const emailFacts: MethodFacts = {
  hasStoredUsers: true,
  hasAccounts: false,
  verifiesEmail: 'itself',
  canResumeSignUp: false,
  hasPasskeys: false,
  leavesSite: false,
  notLinkedError: 'OAuthAccountNotLinked',
}
