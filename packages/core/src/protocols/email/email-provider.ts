import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/once.ts'
import { DAY } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { EmailConfig } from '../../types/providers.ts'
import { CODE_SECONDS, countCodes, LONGEST_CODE, SHORTEST_CODE } from './code.ts'

/** An e-mail provider with the developer's options merged over the defaults. */
export interface ResolvedEmailProvider {
  readonly provider: EmailConfig
  readonly hasLink: boolean
  readonly hasCode: boolean
  /** Letters of a code. */
  readonly codeLength: number
  /** The lifetime of a link in seconds. */
  readonly maxAge: number
  /** The lifetime of a code in seconds. */
  readonly codeAge: number
  /** E-mails to one address within 15 minutes. */
  readonly maxMails: number
  /** E-mails to one address within a day. */
  readonly maxMailsPerDay: number
  /** Attempts with codes and short tokens for one address within a day. */
  readonly maxTriesPerDay: number
  /** Attempts with codes and short tokens for all addresses together within a day. `undefined`: no limit. */
  readonly maxTriesPerDayInAll: number | undefined
  /** The timeout of one call to a mail service in milliseconds. */
  readonly timeout: number
}

type Options = Readonly<Record<PropertyKey, unknown>>

const mergeOptions = (entry: Options): Options => {
  const { options, ...defaults } = entry
  const given: Record<PropertyKey, unknown> = {}
  // Own keys include symbols: `customFetch` is one.
  if (isObject(options))
    for (const key of Reflect.ownKeys(options)) {
      const value: unknown = Reflect.get(options, key)
      if (value !== undefined) given[key] = value
    }
  // A developer who sends the e-mails with an own function does not get our `sendNotification`: it would use our service.
  const { sendNotification: _replaced, ...rest } = defaults
  return {
    ...(given['sendVerificationRequest'] === undefined ? defaults : rest),
    ...given,
    type: entry['type'],
  }
}

const readPositive = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) || 1 : fallback

const invalidProvider = (provider: Options, why: string): InvalidConfig =>
  new InvalidConfig(`Provider "${String(provider['id'])}" ${why}`, { provider: String(provider['id']) })

const MODES: readonly unknown[] = ['link', 'code', 'both']

const readCodeLength = (provider: Options): number => {
  const { codeLength = LONGEST_CODE } = provider
  const isInteger = typeof codeLength === 'number' && Number.isInteger(codeLength)
  if (isInteger && codeLength >= SHORTEST_CODE && codeLength <= LONGEST_CODE) return codeLength
  throw invalidProvider(provider, `has a codeLength that is not ${SHORTEST_CODE} to ${LONGEST_CODE}`)
}

/**
 * The default limit for all addresses together. An attacker who spreads guesses over many addresses stays below the limit of
 * each address. Codes of 8 letters need no such limit: the attacker cannot request enough e-mails. For the developer's own
 * `generateVerificationToken` the number of codes is unknown, so there is no default.
 */
const defaultTotalAttempts = (provider: Options, codeLength: number): number | undefined => {
  const isBuiltIn = provider['generateVerificationToken'] === undefined
  return isBuiltIn && codeLength < LONGEST_CODE ? countCodes(codeLength) / 1000 : undefined
}

/** Resolve an e-mail provider, once for each provider object. Throws `InvalidConfig` for an invalid option. */
export const resolveEmailProvider = oncePer<Readonly<Record<string, unknown>>, ResolvedEmailProvider>((entry) => {
  const provider = mergeOptions(entry)
  const { mode = 'link', sendVerificationRequest, sendNotification } = provider
  if (typeof sendVerificationRequest !== 'function') {
    throw invalidProvider(provider, 'has no sendVerificationRequest function')
  }
  if (sendNotification !== undefined && typeof sendNotification !== 'function') {
    throw invalidProvider(provider, 'has a sendNotification that is not a function')
  }
  if (!MODES.includes(mode)) throw invalidProvider(provider, 'has a mode that is not "link", "code" or "both"')
  const hasCode = mode !== 'link'
  const maxAge = readPositive(provider['maxAge'], hasCode ? CODE_SECONDS : DAY)
  const maxMails = readPositive(provider['maxMails'], 5)
  const codeLength = readCodeLength(provider)
  const totalAttempts = hasCode ? defaultTotalAttempts(provider, codeLength) : undefined
  return Object.freeze({
    provider: provider as unknown as EmailConfig,
    hasLink: mode !== 'code',
    hasCode,
    codeLength,
    maxAge,
    codeAge: Math.min(maxAge, CODE_SECONDS),
    maxMails,
    maxMailsPerDay: readPositive(provider['maxMailsPerDay'], 6 * maxMails),
    // NIST SP 800-63B-4 §3.2.2: at most 100 consecutive failed attempts.
    maxTriesPerDay: readPositive(provider['maxTriesPerDay'], 100),
    maxTriesPerDayInAll: readPositive(provider['maxTriesPerDayInAll'], totalAttempts ?? 0) || undefined,
    timeout: readPositive(provider['timeout'], 10_000),
  })
})
