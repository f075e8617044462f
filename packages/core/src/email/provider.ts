import { isObject } from '../base/json.ts'
import { oncePer } from '../base/once.ts'
import { DAY } from '../base/time.ts'
import { InvalidConfig } from '../errors/classes.ts'
import type { EmailConfig } from '../types/providers.ts'

/** An e-mail provider with the owner's options over its defaults. */
export interface ResolvedEmailProvider {
  readonly provider: EmailConfig
  /** Seconds that a link works. */
  readonly maxAge: number
}

const withOptions = (written: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { options, ...entry } = written
  const given = isObject(options) ? Object.entries(options).filter(([, value]) => value !== undefined) : []
  return { ...entry, ...Object.fromEntries(given), type: entry['type'] }
}

const isEmailConfig = (provider: Readonly<Record<string, unknown>>): boolean =>
  typeof provider['sendVerificationRequest'] === 'function'

/** Work an e-mail provider out, once for each. Throws `InvalidConfig` when it cannot send. */
export const resolveEmailProvider = oncePer<Readonly<Record<string, unknown>>, ResolvedEmailProvider>((written) => {
  const provider = withOptions(written)
  if (!isEmailConfig(provider)) {
    throw new InvalidConfig(`Provider "${String(provider['id'])}" has no sendVerificationRequest function`)
  }
  const { maxAge } = provider
  const seconds = typeof maxAge === 'number' && Number.isFinite(maxAge) && maxAge > 0 ? Math.floor(maxAge) : DAY
  return Object.freeze({ provider: provider as unknown as EmailConfig, maxAge: seconds })
})
