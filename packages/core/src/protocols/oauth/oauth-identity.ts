import { defined, isObject, type JsonObject } from '../../base/json.ts'
import { findMailDomain } from '../../web/mail-domain.ts'
import type { Profile, TokenSet, User } from '../../types/user.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'

const MAX_ADDRESS = 254

/**
 * Control characters, lone surrogates, and characters that change the direction of text. They can mislead a reader or
 * break a database.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A display name: one line of limited length. */
const readName = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  // Cut first: cutting may leave a lone surrogate.
  const name = value.slice(0, 256).replace(UNSAFE, '').trim()
  return name === '' ? undefined : name
}

/** The address of a picture. Only http and https are accepted: a page might use a `javascript:` address as a link. */
const readImage = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/**
 * Text on both sides of one at sign, without spaces, quotes, lists, control characters and invisible characters. With
 * an ignorable character (RFC 8264 §9.13) an address looks like another one, and some database collations treat them as
 * equal.
 */
const PART = String.raw`[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]+`
const ADDRESS = new RegExp(`^${PART}@${PART}$`, 'u')

/** An ASCII domain stays as it is. Another one gets the ASCII form that all sign-in methods use. */
const withAsciiDomain = (email: string): string | undefined => {
  const [local = '', domain = ''] = email.split('@')
  const ascii = /^[\x21-\x7e]+$/.test(domain) ? domain : findMailDomain(domain)
  return ascii === undefined ? undefined : `${local}@${ascii}`
}

/**
 * An e-mail address, trimmed and in lower case, or `undefined` if the value cannot be one. Only ASCII letters are
 * lowered: with all of Unicode two mailboxes could become one (U+212A, the kelvin sign, becomes k).
 */
export const readEmail = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS * 2) return undefined
  const email = value.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return email.length <= MAX_ADDRESS && ADDRESS.test(email) ? withAsciiDomain(email) : undefined
}

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

/** What a profile callback makes of a missing id. All users without an id would share it. */
const MISSING_IDS: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]'])

/** Databases replace every lone surrogate with the same character, so two ids could become one. */
const isStorable = (text: string): boolean => text.length <= 512 && !/\p{Surrogate}/u.test(text)

/** Read the account id as a string. A number beyond 2^53 is refused: rounded, it could be another user's id. */
const readSubject = (provider: ResolvedOAuthProvider, id: unknown): string => {
  if (typeof id === 'string' && id.trim() !== '' && isStorable(id) && !MISSING_IDS.has(id)) return id
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id))) return String(id)
  const reason = id === undefined || id === null || id === '' ? 'no id' : 'unfit id'
  const cause = { provider: provider.id, reason, found: typeof id }
  throw authError('OAuthProfileParseError', `The profile of provider "${provider.id}" has no account id`, cause)
}

const mapProfile = async (provider: ResolvedOAuthProvider, profile: Profile, tokens: TokenSet) => {
  try {
    const user: unknown = await provider.profile(profile, tokens)
    const members: JsonObject = isObject(user) ? user : {}
    // Only `true` counts: providers that send "true" or 1 do not follow the standard.
    return { user: members, verified: provider.emailVerified(profile) === true }
  } catch (error) {
    const cause = { provider: provider.id, ...causeOf(error) }
    throw authError('OAuthProfileParseError', `The profile callback of provider "${provider.id}" threw`, cause)
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
