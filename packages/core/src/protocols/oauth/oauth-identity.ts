import { isObject } from '../../base/json.ts'
import { defined } from '../../base/record.ts'
import { causeOf } from '../../errors/cause-of.ts'
import { authError } from '../../errors/error-classes.ts'
import type { Profile, TokenSet, User } from '../../types/user.ts'
import { readEmail, readImage, readName } from './profile-fields.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/** Who a provider says came back. */
export interface OAuthIdentity {
  /** The `providerAccountId`. */
  readonly subject: string
  /** What the provider's mapping made of the profile, bounded and cleaned; its `id` is the subject. */
  readonly user: User
  /** The whole profile. */
  readonly profile: Profile
  readonly tokens: TokenSet
  /** Whether the provider says that the address in `user` is the person's own. */
  readonly emailVerified: boolean
}

/** Longer ids are no ids; none of a known provider is. */
const LONGEST_ID = 512

/** What a mapping makes of an id that was not there. As an id, everybody would share it. */
const NOBODY: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]'])

/** An account id as a text. Nothing is invented and nothing rounded: a wrong digit is another person. */
/** Whether databases keep a text as it is: half of a pair of surrogates becomes the same mark for every half. */
const isWhole = (text: string): boolean => text.length <= LONGEST_ID && !/\p{Surrogate}/u.test(text)

const readSubject = (provider: ResolvedOAuthProvider, id: unknown): string => {
  if (typeof id === 'string' && id.trim() !== '' && isWhole(id) && !NOBODY.has(id)) return id
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id))) return String(id)
  throw authError('OAuthProfileParseError', `The profile of provider "${provider.id}" names no account id`, {
    provider: provider.id,
    reason: id === undefined || id === null || id === '' ? 'no id' : 'unfit id',
    found: typeof id,
  })
}

interface Mapped {
  readonly user: Readonly<Record<string, unknown>>
  readonly verified: boolean
}

const map = async (provider: ResolvedOAuthProvider, profile: Profile, tokens: TokenSet): Promise<Mapped> => {
  try {
    const user: unknown = await provider.profile(profile, tokens)
    // Strictly true: "true" and 1 are not the word of a provider that knows what it says.
    return { user: isObject(user) ? user : {}, verified: provider.emailVerified(profile) === true }
  } catch (error) {
    throw authError('OAuthProfileParseError', `The profile callback of provider "${provider.id}" threw`, {
      provider: provider.id,
      ...causeOf(error),
    })
  }
}

/**
 * The word counts for the address it was said of: the claim `email` where there is one, else the mapped address. Of a claim that
 * is no address it counts for none.
 */
const isSaidOf = ({ email: claim }: Profile, email: string): boolean =>
  claim === undefined || claim === null || readEmail(claim) === email

/** Make a person of a profile. Throws `OAuthProfileParseError` when it names no account. */
export const readIdentity = async (
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<OAuthIdentity> => {
  const { user, verified } = await map(provider, profile, tokens)
  const subject = readSubject(provider, user['id'])
  const { name, email: address, image, ...own } = user
  const email = readEmail(address)
  return {
    subject,
    user: { ...own, id: subject, ...defined({ name: readName(name), email, image: readImage(image) }) },
    profile,
    tokens,
    emailVerified: verified && email !== undefined && isSaidOf(profile, email),
  }
}
