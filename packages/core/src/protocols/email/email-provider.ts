import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/async.ts'
import { DAY } from '../../base/time.ts'
import { quote } from '../../errors/describe-error.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { EmailConfig } from '../../types/providers.ts'
import type { CodeFormat } from './code.ts'

/** The defaults of codes of a format. There are far fewer codes of digits, so fewer attempts. */
const FORMATS: Readonly<Record<CodeFormat, { length: number; attempts: number }>> = {
  letters: { length: 8, attempts: 100 },
  digits: { length: 6, attempts: 20 },
}

/** Characters of the shortest code: 26 bits of letters, 20 of digits. Limits on attempts protect them. */
export const SHORTEST_CODE = 6
const CODE_LENGTHS = [SHORTEST_CODE, 7, 8]

/** The longest lifetime of a code in seconds. A link may live longer. */
const CODE_SECONDS = 900

type Options = Readonly<Record<string, unknown>>

const readPositive = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) || 1 : fallback

const invalidProvider = (options: Options, option: string, expected: string): InvalidConfig => {
  const [provider, found] = [String(options['id']), quote(options[option])]
  const fix = `Change ${option} of provider "${provider}" from ${found} to ${expected}`
  const message = `${option} of provider "${provider}" has to be ${expected}, but is ${found}`
  return new InvalidConfig(message, { provider, option, fix })
}

const resolve = (provider: Options) => {
  const { mode = 'link', codeFormat = 'letters', sendVerificationRequest, sendNotification } = provider
  if (typeof sendVerificationRequest !== 'function')
    throw invalidProvider(provider, 'sendVerificationRequest', 'a function')
  if (sendNotification !== undefined && typeof sendNotification !== 'function')
    throw invalidProvider(provider, 'sendNotification', 'a function')
  if (mode !== 'link' && mode !== 'code' && mode !== 'both')
    throw invalidProvider(provider, 'mode', '"link", "code" or "both"')
  if (codeFormat !== 'letters' && codeFormat !== 'digits')
    throw invalidProvider(provider, 'codeFormat', '"letters" or "digits"')
  const format = FORMATS[codeFormat]
  const { codeLength = format.length } = provider
  if (typeof codeLength !== 'number' || !CODE_LENGTHS.includes(codeLength))
    throw invalidProvider(provider, 'codeLength', CODE_LENGTHS.join(' or '))
  const hasCode = mode !== 'link'
  const maxAge = readPositive(provider['maxAge'], hasCode ? CODE_SECONDS : DAY)
  const limits = isObject(provider['limits']) ? provider['limits'] : {}
  return Object.freeze({
    provider: provider as unknown as EmailConfig,
    hasLink: mode !== 'code',
    hasCode,
    codeFormat,
    codeLength,
    maxAge,
    /** Seconds that a code works; `maxAge` is that of a link. */
    codeAge: Math.min(maxAge, CODE_SECONDS),
    limits: { sends: readPositive(limits['sends'], 5), attempts: readPositive(limits['attempts'], format.attempts) },
    /** Milliseconds that one call to a mail service may take. */
    timeout: readPositive(provider['timeout'], 10_000),
  })
}

export type ResolvedEmailProvider = ReturnType<typeof resolve>

/** Resolve an e-mail provider, once for each provider object. Throws `InvalidConfig` for an invalid option. */
export const resolveEmailProvider = oncePer(resolve)
