import type { AuthContext } from '../config/engine-types.ts'
import { sameSecret } from '../base/bytes.ts'
import { isObject, isNumber, isOneOf, isString, optional, isBoolean } from '../base/json.ts'
import { MINUTE } from '../base/time.ts'
import { authError } from '../errors/error-classes.ts'
import type { UserAgentInfo } from '../protocols/email/user-agent-info.ts'
import type { CookieJar } from '../web/cookies.ts'
import { counterExpiry } from './attempt.ts'
import { count } from '../limits/limits.ts'
import { sealedCookies, shapeOf, sealedCookie } from './sealed-cookie.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'

/** Seconds that a ceremony may take. Browsers give up after ten minutes at the latest (WebAuthn L3 §15.1). */
const CEREMONY_SECONDS = 600

/** A passkey ceremony for which a browser got options. */
export interface Ceremony {
  readonly provider: string
  readonly purpose: 'authenticate' | 'register'
  /** Base64url. */
  readonly challenge: string
  /** The user who was signed in. */
  readonly userId?: string
  /** The user whose passkeys the options listed; empty when the list was made up. */
  readonly listedFor?: string
  /** Registration: the user handle, base64url. */
  readonly handle?: string
  /** Registration without a signed-in user: the user to create. */
  readonly newUser?: Readonly<Record<string, unknown>>
  /** Seconds since the epoch. */
  readonly created: number
}

const ceremonies = sealedCookies<Ceremony>({
  cookie: 'webauthnChallenge',
  purpose: 'ceremony',
  isValue: shapeOf<Ceremony>({
    provider: isString,
    purpose: isOneOf('authenticate', 'register'),
    challenge: isString,
    userId: optional(isString),
    listedFor: optional(isString),
    handle: optional(isString),
    newUser: optional(isObject),
    created: isNumber,
  }),
  createdAt: ({ created }) => created,
  expiresAt: ({ created }) => created + CEREMONY_SECONDS,
  // One for each of a few tabs, and one for their autofill.
  maxCount: 6,
})

export const { listCookies: listCeremonyCookies } = ceremonies

const TOKEN_PURPOSE = 'passkey challenge'

/** The cookies that begin a ceremony in a browser. */
export const beginCeremony = async (context: AuthContext, jar: CookieJar, ceremony: Ceremony) => {
  const { adapter } = context.config
  // An adapter that counts needs no row for a challenge that may never be used.
  if (adapter?.incrementCounter === undefined) {
    await adapter?.createVerificationToken?.({
      identifier: TOKEN_PURPOSE,
      token: await context.keyring.mac(TOKEN_PURPOSE, ceremony.challenge),
      expires: new Date((ceremony.created + CEREMONY_SECONDS) * 1000),
    })
  }
  return ceremonies.write(context, jar, ceremony.challenge, ceremony)
}

/** The ceremony for which a browser got a challenge, or why it has none, for the log; and the cookies that end it. */
export const findCeremony = async (
  context: AuthContext,
  jar: CookieJar,
  { provider, purpose, challenge }: Pick<Ceremony, 'provider' | 'purpose' | 'challenge'>,
) => {
  const entry = await ceremonies.find(context, jar, challenge)
  if (entry === undefined) return { fault: 'absent', forget: [] }
  const { value: ceremony, isExpired, clear } = entry
  const forget = [clear]
  if (ceremony === undefined) return { fault: 'unreadable', forget }
  if (ceremony.provider !== provider) return { fault: 'other-provider', forget }
  if (!sameSecret(ceremony.challenge, challenge)) return { fault: 'other-challenge', forget }
  if (ceremony.purpose !== purpose) return { fault: 'other-purpose', forget }
  return isExpired ? { fault: 'expired', forget } : { ceremony, forget }
}

const consumeToken = async ({ config: { adapter }, keyring }: AuthContext, challenge: string): Promise<boolean> => {
  if (adapter?.useVerificationToken === undefined) {
    const message = 'A challenge is single-use only with an adapter that counts or stores tokens'
    throw authError('MissingAdapterMethods', message, { missing: ['incrementCounter'] })
  }
  for (const token of await keyring.macs(TOKEN_PURPOSE, challenge)) {
    const used = await adapter.useVerificationToken({ identifier: TOKEN_PURPOSE, token })
    if (used !== null && used !== undefined) return true
  }
  return false
}

/**
 * Consume a challenge, however the ceremony ends. A client can send a cookie twice, so one atomic operation of the database
 * decides who was first (WebAuthn L3 §13.4.3). `false` for all others.
 */
export const consumeChallenge = async (context: AuthContext, { challenge, created }: Ceremony): Promise<boolean> => {
  const uses = await count(context, TOKEN_PURPOSE, challenge, counterExpiry(created, CEREMONY_SECONDS))
  return uses === undefined ? consumeToken(context, challenge) : uses === 1
}

/** Seconds that a new passkey waits for the user to open the mail and to keep it. */
const PENDING_SECONDS = 15 * MINUTE

/** A new passkey that waits in its browser until the e-mail address of the sign-up is verified and the user keeps it. */
export interface PendingPasskey {
  /** The target of the mail's link names the passkey by this id. */
  readonly id: string
  readonly provider: string
  /** The address, normalized. */
  readonly email: string
  readonly authenticator: Omit<AdapterAuthenticator, 'userId' | 'createdAt'>
  /** The browser and the operating system in which it was created. */
  readonly createdIn: UserAgentInfo
  /** Seconds since the epoch. */
  readonly created: number
  /** The user whom its mail has signed in. Only this user may keep it. */
  readonly user?: { readonly id: string; readonly isNew: boolean }
}

const TEXTS = ['credentialID', 'providerAccountId', 'credentialPublicKey', 'credentialDeviceType'] as const

/** The members that every adapter needs; a later version may have more. */
const isAuthenticator = (value: unknown): boolean =>
  isObject(value) &&
  isNumber(value['counter']) &&
  isBoolean(value['credentialBackedUp']) &&
  TEXTS.every((name) => isString(value[name]))

const isPendingUser = (value: unknown): boolean => isObject(value) && isString(value['id']) && isBoolean(value['isNew'])

/** The cookie of a pending passkey. It is lost when the id and the key are too long for a cookie. */
export const pendingPasskey = sealedCookie<PendingPasskey>({
  cookie: 'pendingPasskey',
  purpose: 'pending passkey',
  isValue: shapeOf<PendingPasskey>({
    id: isString,
    provider: isString,
    email: isString,
    authenticator: isAuthenticator,
    createdIn: isObject,
    created: isNumber,
    user: optional(isPendingUser),
  }),
  expiresAt: ({ created }) => created + PENDING_SECONDS,
})
