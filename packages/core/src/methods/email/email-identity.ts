import type { AuthContext } from '../../config/engine-types.ts'
import type { Identity } from '../../accounts/identity.ts'
import { toUuid } from '../../base/bytes.ts'
import { emailFacts } from './email-facts.ts'

/** The identity of a verified e-mail address. Its user id is replaced when the database knows the address. */
export const emailIdentity = ({ runtime }: AuthContext, provider: string, email: string): Identity => {
  const user = { id: toUuid(runtime.random(16), 4), email, emailVerified: null }
  return {
    facts: emailFacts,
    user,
    account: { provider, type: 'email', providerAccountId: email, userId: user.id },
  }
}
