import { isObject } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import { defined } from '../../base/record.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import type { Profile, TokenSet, User } from '../../types/user.ts'
import { readEmail, readImage, readName } from './profile.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/** The user as the provider describes them. */
export interface OAuthIdentity {
  /** The `providerAccountId`. */
  readonly subject: string
  /** The result of the `profile` callback, with name, e-mail address and image checked. Its `id` is the subject. */
  readonly user: User
  readonly profile: Profile
  readonly tokens: TokenSet
  /** Whether the provider has verified the e-mail address in `user`. */
  readonly emailVerified: boolean
}

const MAX_ID = 512

/** What a profile callback makes of a missing id. All users without an id would share it. */
const MISSING_IDS: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]'])

/** Databases replace every lone surrogate with the same character, so two ids could become one. */
const isStorable = (text: string): boolean => text.length <= MAX_ID && !/\p{Surrogate}/u.test(text)

/** Read the account id as a string. A number beyond 2^53 is refused: rounded, it could be another user's id. */
const readSubject = (provider: ResolvedOAuthProvider, id: unknown): string => {
  if (typeof id === 'string' && id.trim() !== '' && isStorable(id) && !MISSING_IDS.has(id)) return id
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id))) return String(id)
  throw authError('OAuthProfileParseError', `The profile of provider "${provider.id}" has no account id`, {
    provider: provider.id,
    reason: id === undefined || id === null || id === '' ? 'no id' : 'unfit id',
    found: typeof id,
  })
}

const mapProfile = async (provider: ResolvedOAuthProvider, profile: Profile, tokens: TokenSet) => {
  try {
    const user: unknown = await provider.profile(profile, tokens)
    // Only `true` counts: providers that send "true" or 1 do not follow the standard.
    const members: JsonObject = isObject(user) ? user : {}
    return { user: members, verified: provider.emailVerified(profile) === true }
  } catch (error) {
    throw authError('OAuthProfileParseError', `The profile callback of provider "${provider.id}" threw`, {
      provider: provider.id,
      ...causeOf(error),
    })
  }
}

/** Whether the provider's statement is about this address: it is about the claim `email`, if there is one. */
const isSameAddress = ({ email: claim }: Profile, email: string): boolean =>
  claim === undefined || claim === null || readEmail(claim) === email

/** Turn a profile into an identity. Throws `OAuthProfileParseError` without an id or if the callback throws. */
export const readIdentity = async (
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<OAuthIdentity> => {
  const { user, verified } = await mapProfile(provider, profile, tokens)
  const subject = readSubject(provider, user['id'])
  const { name, email: address, image, ...others } = user
  const email = readEmail(address)
  return {
    subject,
    user: { ...others, id: subject, ...defined({ name: readName(name), email, image: readImage(image) }) },
    profile,
    tokens,
    emailVerified: verified && email !== undefined && isSameAddress(profile, email),
  }
}
