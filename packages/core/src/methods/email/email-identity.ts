import type { MethodFacts } from '../../config/engine-types.ts'
import type { Identity } from '../../accounts/identity.ts'
import { toUuid } from '../../base/bytes.ts'
import type { EmailRequest } from './email-request.ts'

/** The facts of sign-in by e-mail. */
export const emailFacts: MethodFacts = {
  hasStoredUsers: true,
  hasAccounts: false,
  verifiesEmail: 'itself',
  canResumeSignUp: false,
  hasPasskeys: false,
  leavesSite: false,
  notLinkedError: 'OAuthAccountNotLinked',
}

/** The identity of an e-mail address. If the database has a user with the address, its id replaces the random one. */
export const emailIdentity = ({ context: { runtime }, resolved }: EmailRequest, email: string): Identity => {
  const user = { id: toUuid(runtime.random(16), 4), email, emailVerified: null }
  const account = { provider: resolved.provider.id, type: 'email' as const, providerAccountId: email, userId: user.id }
  return { facts: emailFacts, user, account }
}
