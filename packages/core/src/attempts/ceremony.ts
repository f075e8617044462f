import type { AuthContext } from '../config/engine-types.ts'
import { isObject, isNumber, isOneOf, isString, optional, isBoolean, type Shaped } from '../base/json.ts'
import { MINUTE } from '../base/time.ts'
import { authError } from '../errors/error-classes.ts'
import { isUserAgentInfo } from '../web/user-agent-info.ts'
import type { CookieJar } from '../web/cookies.ts'
import { isFirstUse } from '../limits/limits.ts'
import { sealedCookies, sealedCookie } from './sealed-cookie.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'

/** Seconds that a ceremony may take. Browsers give up after ten minutes at the latest (WebAuthn L3 §15.1). */
const CEREMONY_SECONDS = 600

const ceremonyShape = {
  provider: isString,
  purpose: isOneOf('authenticate', 'register'),
  /** Base64url. */
  challenge: isString,
  /** The user who was signed in. */
  userId: optional(isString),
  /** The user whose passkeys the options listed; empty when the list was made up. */
  listedFor: optional(isString),
  /** Registration: the user handle, base64url. */
  handle: optional(isString),
  /** Registration without a signed-in user: the user to create. */
  newUser: optional(isObject),
  /** Seconds since the epoch. */
  created: isNumber,
}

export type Ceremony = Shaped<typeof ceremonyShape>

const ceremonies = sealedCookies<Ceremony>({
  cookie: 'webauthnChallenge',
  purpose: 'ceremony',
  shapes: [ceremonyShape],
  keyOf: ({ challenge }) => challenge,
  expiresAt: ({ created }) => created + CEREMONY_SECONDS,
  // One for each of a few tabs, and one for their autofill.
  maxCount: 6,
})

export const { find: findCeremony, listCookies: listCeremonyCookies } = ceremonies

const TOKEN_PURPOSE = 'passkey challenge'

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
  return ceremonies.write(context, jar, ceremony)
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

/** Consume a challenge, however the ceremony ends. `true` for the first of several requests (WebAuthn L3 §13.4.3). */
export const consumeChallenge = async (context: AuthContext, { challenge, created }: Ceremony): Promise<boolean> => {
  const isFirst = await isFirstUse(context, TOKEN_PURPOSE, challenge, created + CEREMONY_SECONDS)
  return isFirst ?? consumeToken(context, challenge)
}

/** Seconds that a new passkey waits for the user to open the mail and to keep it. */
const PENDING_SECONDS = 15 * MINUTE

const TEXTS = ['credentialID', 'providerAccountId', 'credentialPublicKey', 'credentialDeviceType'] as const

/** The members that every adapter needs; a later version may have more. */
const isAuthenticator = (value: unknown): value is Omit<AdapterAuthenticator, 'userId' | 'createdAt'> =>
  isObject(value) &&
  isNumber(value['counter']) &&
  isBoolean(value['credentialBackedUp']) &&
  TEXTS.every((name) => isString(value[name]))

const isPendingUser = (value: unknown): value is { readonly id: string; readonly isNew: boolean } =>
  isObject(value) && isString(value['id']) && isBoolean(value['isNew'])

const pendingShape = {
  /** The target of the mail's link names the passkey by this id. */
  id: isString,
  provider: isString,
  /** The address, normalized. */
  email: isString,
  authenticator: isAuthenticator,
  /** The browser and the operating system in which it was created. */
  createdIn: isUserAgentInfo,
  /** Seconds since the epoch. */
  created: isNumber,
  /** The user whom its mail has signed in. Only this user may keep it. */
  user: optional(isPendingUser),
}

/** A new passkey that waits in its browser until the address of the sign-up is verified and the user keeps it. */
export type PendingPasskey = Shaped<typeof pendingShape>

/** The cookie of a pending passkey. It is lost when the id and the key are too long for a cookie. */
export const pendingPasskey = sealedCookie<PendingPasskey>({
  cookie: 'pendingPasskey',
  purpose: 'pending passkey',
  shapes: [pendingShape],
  expiresAt: ({ created }) => created + PENDING_SECONDS,
})
