import { defined } from '../../base/record.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import type { AccountCallback, ProfileCallback } from '../../types/providers.ts'

/** The mapping of a provider that brings none. An id is never invented: without `sub` or `id` nobody signs in. */
export const defaultProfile: ProfileCallback<Profile> = (profile) => ({
  ...defined({
    id: profile.sub ?? profile.id ?? undefined,
    name: profile.name ?? profile.nickname ?? profile.preferred_username,
    email: profile.email,
    image: typeof profile.picture === 'string' ? profile.picture : undefined,
  }),
})

const STORED = [
  'access_token',
  'id_token',
  'refresh_token',
  'expires_at',
  'scope',
  'token_type',
  'session_state',
] as const

/** The members stored with an account unless `account()` says otherwise. */
export const defaultAccount: AccountCallback = (tokens) => {
  const kept: TokenSet = {}
  for (const member of STORED) if (tokens[member] !== undefined) Object.assign(kept, { [member]: tokens[member] })
  return kept
}
