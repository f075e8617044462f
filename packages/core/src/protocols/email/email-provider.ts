import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/async.ts'
import { DAY } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { EmailConfig, EmailLimits } from '../../types/providers.ts'

/** RFC 8628 §6.1: without vowels a code spells no words, and without digits no letter is mistaken for a digit. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Letters of the shortest code: 26 bits. The longest has 35. Limits on attempts protect them. */
export const SHORTEST_CODE = 6
const CODE_LENGTHS = [SHORTEST_CODE, 7, 8]

/** The longest lifetime of a code in seconds. A link may live longer. */
const CODE_SECONDS = 900

/** The longest code, including codes from the developer's `generateVerificationToken`. */
const MAX_TYPED_LENGTH = 64

/** Generate a code. Each letter uses four random bytes, so the bias of the modulo is below one in a hundred million. */
export const makeCode = (length: number, random: (bytes: number) => Uint8Array): string => {
  const { buffer, byteOffset } = random(length * 4)
  const numbers = new DataView(buffer, byteOffset)
  return Array.from({ length }, (_, i) => LETTERS.charAt(numbers.getUint32(i * 4) % LETTERS.length)).join('')
}

/** Normalize a typed code: upper case, without spaces and hyphens. `undefined` if the text cannot be a code. */
export const readCode = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string' || typed.length > MAX_TYPED_LENGTH) return undefined
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
  return /^[A-Z0-9]+$/.test(code) ? code : undefined
}

export const formatCode = (code: string): string => {
  const half = Math.ceil(code.length / 2)
  return `${code.slice(0, half)}-${code.slice(half)}`
}

export interface ResolvedEmailProvider {
  readonly provider: EmailConfig
  readonly hasLink: boolean
  readonly hasCode: boolean
  readonly codeLength: number
  readonly maxAge: number
  /** Seconds that a code works; `maxAge` is that of a link. */
  readonly codeAge: number
  readonly limits: Required<EmailLimits>
  /** Milliseconds that one call to a mail service may take. */
  readonly timeout: number
}

type Options = Readonly<Record<string, unknown>>

const readPositive = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) || 1 : fallback

const invalidProvider = (provider: Options, why: string): InvalidConfig =>
  new InvalidConfig(`Provider "${String(provider['id'])}" ${why}`, { provider: String(provider['id']) })

/** Resolve an e-mail provider, once for each provider object. Throws `InvalidConfig` for an invalid option. */
export const resolveEmailProvider = oncePer<Options, ResolvedEmailProvider>((provider) => {
  const { mode = 'link', codeLength = 8, sendVerificationRequest, sendNotification } = provider
  if (typeof sendVerificationRequest !== 'function')
    throw invalidProvider(provider, 'has no sendVerificationRequest function')
  if (sendNotification !== undefined && typeof sendNotification !== 'function')
    throw invalidProvider(provider, 'has a sendNotification that is not a function')
  if (mode !== 'link' && mode !== 'code' && mode !== 'both')
    throw invalidProvider(provider, 'has a mode that is not "link", "code" or "both"')
  if (typeof codeLength !== 'number' || !CODE_LENGTHS.includes(codeLength))
    throw invalidProvider(provider, `has a codeLength that is not ${CODE_LENGTHS.join(' or ')}`)
  const hasCode = mode !== 'link'
  const maxAge = readPositive(provider['maxAge'], hasCode ? CODE_SECONDS : DAY)
  const limits = isObject(provider['limits']) ? provider['limits'] : {}
  return Object.freeze({
    provider: provider as unknown as EmailConfig,
    hasLink: mode !== 'code',
    hasCode,
    codeLength,
    maxAge,
    codeAge: Math.min(maxAge, CODE_SECONDS),
    limits: { sends: readPositive(limits['sends'], 5), attempts: readPositive(limits['attempts'], 100) },
    timeout: readPositive(provider['timeout'], 10_000),
  })
})
