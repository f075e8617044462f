import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/once.ts'
import { DAY } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { EmailConfig, EmailLimits } from '../../types/providers.ts'
import { CODE_SECONDS, LONGEST_CODE, SHORTEST_CODE } from './code.ts'

/** An e-mail provider with the owner's options over its defaults. */
export interface ResolvedEmailProvider {
  readonly provider: EmailConfig
  readonly hasLink: boolean
  readonly hasCode: boolean
  /** Letters of a code. */
  readonly codeLength: number
  /** Seconds that a link works. */
  readonly maxAge: number
  /** Seconds that a code works. */
  readonly codeAge: number
  readonly limits: Required<EmailLimits>
  /** Milliseconds that one call to a mail service may take. */
  readonly timeout: number
}

type Written = Readonly<Record<PropertyKey, unknown>>

const withOptions = (written: Written): Written => {
  const { options, ...entry } = written
  const given: Record<PropertyKey, unknown> = {}
  // Symbols too: `customFetch` is one.
  if (isObject(options))
    for (const key of Reflect.ownKeys(options)) {
      const value: unknown = Reflect.get(options, key)
      if (value !== undefined) given[key] = value
    }
  // How an owner's own mails go out is theirs to say, of notices as well.
  const { sendNotification: _ours, ...rest } = entry
  const defaults = given['sendVerificationRequest'] === undefined ? entry : rest
  return { ...defaults, ...given, type: entry['type'] }
}

const isOptionalFunction = (value: unknown): boolean => value === undefined || typeof value === 'function'

const isEmailConfig = (provider: Written): boolean => typeof provider['sendVerificationRequest'] === 'function'

const positive = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) || 1 : otherwise

const refuse = (provider: Written, why: string): InvalidConfig =>
  new InvalidConfig(`Provider "${String(provider['id'])}" ${why}`, { provider: String(provider['id']) })

const MODES: readonly unknown[] = ['link', 'code', 'both']

const readCodeLength = (provider: Written): number => {
  const { codeLength = LONGEST_CODE } = provider
  const fits = typeof codeLength === 'number' && Number.isInteger(codeLength)
  if (fits && codeLength >= SHORTEST_CODE && codeLength <= LONGEST_CODE) return codeLength
  throw refuse(provider, `has a codeLength that is not ${SHORTEST_CODE} to ${LONGEST_CODE}`)
}

const readLimits = ({ limits }: Written): Required<EmailLimits> => {
  const { sends, attempts } = isObject(limits) ? limits : { sends: undefined, attempts: undefined }
  return { sends: positive(sends, 5), attempts: positive(attempts, 100) }
}

/** Work an e-mail provider out, once for each. Throws `InvalidConfig` when it cannot send, or cannot be meant. */
export const resolveEmailProvider = oncePer<Readonly<Record<string, unknown>>, ResolvedEmailProvider>((written) => {
  const provider = withOptions(written)
  if (!isEmailConfig(provider)) throw refuse(provider, 'has no sendVerificationRequest function')
  if (!isOptionalFunction(provider['sendNotification']))
    throw refuse(provider, 'has a sendNotification that is no function')
  const { mode = 'link' } = provider
  if (!MODES.includes(mode)) throw refuse(provider, 'has a mode that is none of "link", "code" and "both"')
  const hasCode = mode !== 'link'
  const maxAge = positive(provider['maxAge'], hasCode ? CODE_SECONDS : DAY)
  const codeLength = readCodeLength(provider)
  return Object.freeze({
    provider: provider as unknown as EmailConfig,
    hasLink: mode !== 'code',
    hasCode,
    codeLength,
    maxAge,
    codeAge: Math.min(maxAge, CODE_SECONDS),
    limits: readLimits(provider),
    timeout: positive(provider['timeout'], 10_000),
  })
})
