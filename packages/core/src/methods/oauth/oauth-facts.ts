import type { MethodFacts } from '../../config/engine-types.ts'

/** What is true of every sign-in by OAuth 2.0 and OpenID Connect. */
export const oauthFacts: MethodFacts = {
  hasStoredUsers: true,
  hasAccounts: true,
  verifiesEmail: 'by-provider',
  canResumeSignUp: true,
  hasPasskeys: false,
  leavesSite: true,
  notLinkedError: 'OAuthAccountNotLinked',
}
