import type { MethodFacts } from '../../config/engine-types.ts'

export const emailFacts: MethodFacts = {
  hasStoredUsers: true,
  hasAccounts: false,
  verifiesEmail: 'itself',
  hasPasskeys: false,
  notLinkedError: 'OAuthAccountNotLinked',
}
