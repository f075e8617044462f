import { toUuid } from '../../base/uuid.ts'
import type { Identity } from '../../accounts/identity.ts'
import type { AuthContext } from '../../config/auth-context.ts'

/** What a proven address stands for, before anybody looked whether it is known. */
export const emailIdentity = (context: AuthContext, provider: string, email: string): Identity => {
  const user = { id: toUuid(context.runtime.random(16), 4), email, emailVerified: null }
  return { method: 'email', user, account: { provider, type: 'email', providerAccountId: email, userId: user.id } }
}
