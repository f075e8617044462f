import type { AuthContext } from '../../config/engine-types.ts'
import { fromBase64url, toUuid } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import type { Identity } from '../../accounts/identity.ts'
import type { OAuthIdentity } from '../../protocols/oauth/oauth-identity.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { oauthFacts } from './oauth-facts.ts'

/** A user id for applications without a database: the same for each sign-in of the same account, and for no other. */
const stableId = async (context: AuthContext, provider: string, subject: string): Promise<string> => {
  const hash = fromBase64url(await context.runtime.crypto.sha256(JSON.stringify([provider, subject])))
  return toUuid(hash ?? new Uint8Array(16), 8)
}

/** What a provider proved, as the one tail of every method takes it. */
export const toIdentity = async (
  context: AuthContext,
  provider: ResolvedOAuthProvider,
  proven: OAuthIdentity,
): Promise<Identity> => ({
  facts: oauthFacts,
  user: { ...proven.user, id: await stableId(context, provider.id, proven.subject) },
  account: { ...proven.tokens, provider: provider.id, type: provider.type, providerAccountId: proven.subject },
  profile: proven.profile,
  stored: provider.account(proven.tokens) ?? {},
  allowDangerousEmailAccountLinking: provider.allowDangerousEmailAccountLinking,
  ...defined({ emailVerified: decideVerified(provider, proven) }),
})

/**
 * The provider's own word. One that says nothing of it leaves it open, unless somebody wrote down how this provider says it:
 * then nothing is a no, as an address that is missing the mark of a proven one.
 */
const decideVerified = (
  { hasEmailVerified: judgesEmail }: ResolvedOAuthProvider,
  { emailVerified, profile }: OAuthIdentity,
): boolean | undefined => {
  if (emailVerified || judgesEmail) return emailVerified
  const word: unknown = profile.email_verified
  return word === undefined || word === null ? undefined : false
}
