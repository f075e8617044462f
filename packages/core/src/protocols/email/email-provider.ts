import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/once.ts'
import { DAY } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { EmailConfig, EmailLimits } from '../../types/providers.ts'
import { CODE_SECONDS, LONGEST_CODE, SHORTEST_CODE } from './code.ts'

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
  readonly limits: Required<EmailLimits>
  /** Milliseconds that one call to a mail service may take. */
  readonly timeout: number
}

type Options = Readonly<Record<string, unknown>>

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

const readLimits = ({ limits }: Options): Required<EmailLimits> => {
  const { sends, attempts } = isObject(limits) ? limits : { sends: undefined, attempts: undefined }
  return { sends: readPositive(sends, 5), attempts: readPositive(attempts, 100) }
}

/** Resolve an e-mail provider, once for each provider object. Throws `InvalidConfig` for an invalid option. */
export const resolveEmailProvider = oncePer<Options, ResolvedEmailProvider>((provider) => {
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
  const codeLength = readCodeLength(provider)
  return Object.freeze({
    provider: provider as unknown as EmailConfig,
    hasLink: mode !== 'code',
    hasCode,
    codeLength,
    maxAge,
    codeAge: Math.min(maxAge, CODE_SECONDS),
    limits: readLimits(provider),
    timeout: readPositive(provider['timeout'], 10_000),
  })
})
