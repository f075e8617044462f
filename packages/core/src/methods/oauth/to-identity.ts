import type { AuthContext, MethodFacts } from '../../config/engine-types.ts'
import { fromBase64url, toUuid } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import type { Identity } from '../../accounts/identity.ts'
import type { OAuthIdentity } from '../../protocols/oauth/oauth-identity.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import type { OAuthRequest } from './oauth-request.ts'

/** The user id without a database: always the same for an account, and different for every other account. */
const stableId = async ({ runtime }: AuthContext, provider: string, subject: string): Promise<string> => {
  const hash = fromBase64url(await runtime.crypto.sha256(JSON.stringify([provider, subject])))
  return toUuid(hash ?? new Uint8Array(16), 8)
}

/**
 * Whether the provider calls the address verified. `undefined`: it says nothing. If the provider has its own rule for
 * verified addresses, an address that does not meet it is unverified.
 */
const decideVerified = (
  { hasEmailVerified }: ResolvedOAuthProvider,
  { emailVerified, profile }: OAuthIdentity,
): boolean | undefined => {
  if (emailVerified || hasEmailVerified) return emailVerified
  const claim: unknown = profile.email_verified
  return claim === undefined || claim === null ? undefined : false
}

/** The identity that the provider verified, as `completeSignIn` takes it. */
export const toIdentity = async (
  { context, provider }: OAuthRequest,
  facts: MethodFacts,
  verified: OAuthIdentity,
): Promise<Identity> => ({
  facts,
  user: { ...verified.user, id: await stableId(context, provider.id, verified.subject) },
  account: { ...verified.tokens, provider: provider.id, type: provider.type, providerAccountId: verified.subject },
  profile: verified.profile,
  stored: provider.account(verified.tokens) ?? {},
  allowDangerousEmailAccountLinking: provider.allowDangerousEmailAccountLinking,
  ...defined({ emailVerified: decideVerified(provider, verified) }),
})
