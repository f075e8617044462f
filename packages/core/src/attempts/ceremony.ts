import { sameSecret } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import { hasShape, isNumber, isOneOf, isString, optional } from '../base/shape.ts'
import type { Shape } from '../base/shape.ts'
import { toSeconds } from '../base/time.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { authError } from '../errors/error-classes.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'
import { countEnd } from './counter-expiry.ts'

/** Seconds that a ceremony may take (WebAuthn L3 §15.1 has browsers give up after ten minutes at the latest). */
export const CEREMONY_SECONDS = 600

/** Ceremonies that one browser may have open: one for each of a few tabs, and one for their autofill. */
const MOST_OPEN = 6
const SUFFIX = /^[0-9a-f]{12}$/

/** One passkey ceremony that a browser was given options for. */
export interface Ceremony {
  readonly provider: string
  readonly purpose: 'authenticate' | 'register'
  /** Base64url. */
  readonly challenge: string
  /** Who was signed in. */
  readonly userId?: string
  /** Whose passkeys the browser was given a list of; empty when the list was made up. */
  readonly listedFor?: string
  /** Registration: what the authenticator knows the user by, base64url. */
  readonly handle?: string
  /** Registration by nobody known: the user to be made. */
  readonly newUser?: Readonly<Record<string, unknown>>
  /** Seconds since the epoch. */
  readonly created: number
}

const purposeOf = (context: AuthContext): string => `ceremony ${context.cookies.challenge.name}`

const nameOf = (context: AuthContext, mac: string): string => `${context.cookies.challenge.name}.${mac.slice(0, 12)}`

const shape: Shape<Ceremony> = {
  provider: isString,
  purpose: isOneOf('authenticate', 'register'),
  challenge: isString,
  userId: optional(isString),
  listedFor: optional(isString),
  handle: optional(isString),
  newUser: optional(isObject),
  created: isNumber,
}

const isCeremony = (value: unknown): value is Ceremony => hasShape(value, shape)

const openCeremony = async (context: AuthContext, value: string | undefined): Promise<Ceremony | undefined> => {
  const plaintext = value === undefined ? null : await context.keyring.open(purposeOf(context), value)
  const ceremony = plaintext === null ? undefined : parseJson(plaintext)
  return isCeremony(ceremony) ? ceremony : undefined
}

/** The cookies of older ceremonies that have to go to make room for another one. */
const surplus = async (context: AuthContext, jar: CookieJar): Promise<readonly Cookie[]> => {
  const { name: base, options } = context.cookies.challenge
  const names = [...jar.keys()].filter(
    (name) => name.startsWith(`${base}.`) && SUFFIX.test(name.slice(base.length + 1)),
  )
  if (names.length < MOST_OPEN) return []
  const held = await Promise.all(
    names.map(async (name) => ({ name, created: (await openCeremony(context, findCookie(jar, name)))?.created ?? 0 })),
  )
  const oldest = held.toSorted((a, b) => b.created - a.created).slice(MOST_OPEN - 1)
  return oldest.map(({ name }) => clearCookie({ name, options }))
}

interface Token {
  readonly identifier: string
  readonly token: string
}

const tokenOf = async (context: AuthContext, challenge: string): Promise<Token> => ({
  identifier: 'passkey challenge',
  token: await context.keyring.mac('passkey challenge', challenge),
})

const endOf = ({ created }: Ceremony): Date => new Date((created + CEREMONY_SECONDS) * 1000)

/** The cookies that open a ceremony in a browser. */
export const beginCeremony = async (
  context: AuthContext,
  jar: CookieJar,
  ceremony: Ceremony,
): Promise<readonly Cookie[]> => {
  const { adapter } = context.config
  // An adapter that counts needs no row for a challenge that nobody may ever answer.
  if (adapter?.incrementCounter === undefined) {
    await adapter?.createVerificationToken?.({
      ...(await tokenOf(context, ceremony.challenge)),
      expires: endOf(ceremony),
    })
  }
  const { options } = context.cookies.challenge
  const value = await context.keyring.seal(purposeOf(context), JSON.stringify(ceremony))
  const name = nameOf(context, await context.keyring.mac('ceremony name', ceremony.challenge))
  const own = { name, value, options: { ...options, maxAge: CEREMONY_SECONDS, expires: endOf(ceremony) } }
  return [...(await surplus(context, jar)), own]
}

/** Why a browser has no ceremony for a challenge. Goes into the log. */
export type CeremonyFault = 'absent' | 'unreadable' | 'expired' | 'other-provider' | 'other-challenge' | 'other-purpose'

/** A browser's ceremony, and the cookies that end it. */
export type CeremonyReading =
  | { readonly ceremony: Ceremony; readonly fault?: undefined; readonly forget: readonly Cookie[] }
  | { readonly ceremony?: undefined; readonly fault: CeremonyFault; readonly forget: readonly Cookie[] }

const findFault = (
  ceremony: Ceremony,
  wanted: Pick<Ceremony, 'provider' | 'purpose' | 'challenge'>,
  now: number,
): CeremonyFault | undefined => {
  if (ceremony.provider !== wanted.provider) return 'other-provider'
  if (!sameSecret(ceremony.challenge, wanted.challenge)) return 'other-challenge'
  if (ceremony.purpose !== wanted.purpose) return 'other-purpose'
  return toSeconds(now) > ceremony.created + CEREMONY_SECONDS ? 'expired' : undefined
}

/** Find the ceremony that a browser was given this challenge for. */
export const findCeremony = async (
  context: AuthContext,
  jar: CookieJar,
  wanted: Pick<Ceremony, 'provider' | 'purpose' | 'challenge'>,
): Promise<CeremonyReading> => {
  const macs = await context.keyring.macs('ceremony name', wanted.challenge)
  const name = macs.map((mac) => nameOf(context, mac)).find((own) => jar.has(own))
  if (name === undefined) return { fault: 'absent', forget: [] }
  const forget = [clearCookie({ name, options: context.cookies.challenge.options })]
  const ceremony = await openCeremony(context, findCookie(jar, name))
  if (ceremony === undefined) return { fault: 'unreadable', forget }
  const fault = findFault(ceremony, wanted, context.runtime.now())
  return fault === undefined ? { ceremony, forget } : { fault, forget }
}

const useToken = async (context: AuthContext, challenge: string): Promise<boolean> => {
  const { adapter } = context.config
  if (adapter?.useVerificationToken === undefined) {
    throw authError(
      'MissingAdapterMethods',
      'A challenge can be used once only with an adapter that counts or keeps tokens',
      {
        missing: ['incrementCounter'],
      },
    )
  }
  const { identifier } = await tokenOf(context, challenge)
  for (const token of await context.keyring.macs('passkey challenge', challenge)) {
    const used = await adapter.useVerificationToken({ identifier, token })
    if (used !== null && used !== undefined) return true
  }
  return false
}

/**
 * Use a challenge up, however the ceremony ends: a cookie can be sent twice, so the database says who was first (WebAuthn L3
 * §13.4.3). One atomic operation; `false` for everybody else.
 */
export const consumeChallenge = async (context: AuthContext, ceremony: Ceremony): Promise<boolean> => {
  const { adapter } = context.config
  if (adapter?.incrementCounter === undefined) return useToken(context, ceremony.challenge)
  const { identifier, token } = await tokenOf(context, ceremony.challenge)
  return (await adapter.incrementCounter(`${identifier} ${token}`, countEnd(ceremony.created, CEREMONY_SECONDS))) === 1
}
