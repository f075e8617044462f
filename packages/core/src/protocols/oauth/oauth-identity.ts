import { defined, isObject, nonEmpty, type JsonObject } from '../../base/json.ts'
import { findMailAddress, foldAddress, MAX_ADDRESS_LENGTH } from '../../web/mail-address.ts'
import type { Profile, TokenSet, User } from '../../types/user.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { authError } from '../../errors/error-classes.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'

/** Control characters, lone surrogates, and characters that change the direction of text. */
const UNSAFE = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A display name: one line of limited length. Cut first, because cutting may leave a lone surrogate. */
const readName = (value: unknown): string | undefined =>
  typeof value === 'string' ? nonEmpty(value.slice(0, 256).replace(UNSAFE, '').trim()) : undefined

/** The address of a picture. Only http and https are accepted: a page might use a `javascript:` address as a link. */
const readImage = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** Unlike in our forms, no character is replaced by a compatible one: the provider may mean another mailbox. */
export const readEmail = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH * 2) return undefined
  const email = foldAddress(value)
  return email === undefined ? undefined : findMailAddress(email)
}

/** What a profile callback makes of a missing id. All users without an id would share it. */
const MISSING_IDS: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]'])

/** Read the account id as a string. A number beyond 2^53 is refused: rounded, it could be another user's id. */
const readSubject = (provider: ResolvedOAuthProvider, id: unknown): string => {
  // Databases replace every lone surrogate with the same character, so two ids could become one.
  const isStorable = typeof id === 'string' && id.trim() !== '' && id.length <= 512 && !/\p{Surrogate}/u.test(id)
  if (isStorable && !MISSING_IDS.has(id)) return id
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id))) return String(id)
  const reason = id === undefined || id === null || id === '' ? 'no id' : 'unfit id'
  const cause = { provider: provider.id, reason, found: typeof id }
  throw authError('OAuthProfileParseError', `The profile of provider "${provider.id}" has no account id`, cause)
}

const mapProfile = async (provider: ResolvedOAuthProvider, profile: Profile, tokens: TokenSet) => {
  try {
    const user: unknown = await provider.profile(profile, tokens)
    const members: JsonObject = isObject(user) ? user : {}
    return { user: members, decision: provider.emailVerified?.(profile) }
  } catch (error) {
    const fix = `Correct the function profile of provider "${provider.id}": the lines below the cause are its code`
    const cause = { provider: provider.id, fix, ...causeOf(error) }
    throw authError('OAuthProfileParseError', `The profile callback of provider "${provider.id}" threw`, cause)
  }
}

/** Whether an address counts as verified. `undefined`: the provider says nothing, or no option says to believe it. */
const decideEmailVerified = (
  { emailVerified: ownRule, trustAllEmails, emailDomains }: ResolvedOAuthProvider,
  email: string,
  decision: unknown,
  profile: Profile,
): boolean | undefined => {
  const isInside = emailDomains?.includes(email.slice(email.indexOf('@') + 1))
  if (isInside === false) return false
  // The statement is about the claim `email`, if there is one.
  const isClaimed = (profile.email ?? undefined) === undefined || readEmail(profile.email) === email
  if (ownRule !== undefined) return isClaimed && decision === true
  const claim: unknown = profile.email_verified ?? undefined
  if (claim === undefined) return undefined
  // Providers that send "true" or 1 do not follow the standard.
  if (claim !== true || !isClaimed) return false
  return trustAllEmails || isInside === true ? true : undefined
}

/** Turn a profile into an identity. Throws `OAuthProfileParseError` without an id or if the callback throws. */
export const readIdentity = async (provider: ResolvedOAuthProvider, profile: Profile, tokens: TokenSet) => {
  const { user, decision } = await mapProfile(provider, profile, tokens)
  // The `sub` of OpenID Connect is verified, and identifies the user at the issuer (OpenID Connect Core §5.7).
  const isOpen = provider.type === 'oidc' && !Object.hasOwn(user, 'id')
  const subject = readSubject(provider, isOpen ? profile.sub : user['id'])
  const { name, email: address, image, ...others } = user
  const email = readEmail(address)
  const checked: User = { ...others, id: subject, ...defined({ name: readName(name), email, image: readImage(image) }) }
  return {
    subject,
    /** The result of the `profile` callback, with name, e-mail address and image checked. Its `id` is the subject. */
    user: checked,
    profile,
    tokens,
    emailVerified: email === undefined ? undefined : decideEmailVerified(provider, email, decision, profile),
  }
}

export type OAuthIdentity = Awaited<ReturnType<typeof readIdentity>>
