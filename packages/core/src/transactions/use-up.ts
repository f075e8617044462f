import type { Site } from '../config/site.ts'
import { InvalidCheck } from '../errors/classes.ts'
import { countEnd } from './count-end.ts'
import { ATTEMPT_SECONDS } from './transaction.ts'
import type { OAuthTransaction } from './transaction.ts'

/**
 * Use an attempt up before its code is spent, so that of many answers to it at once one goes on and the provider is asked once
 * (RFC 6749 §10.5). Throws `InvalidCheck` for every other. Where the adapter cannot count, the provider is the one to say so.
 */
export const useUp = async (site: Site, { provider, state, created }: OAuthTransaction): Promise<void> => {
  const { adapter } = site.config
  if (adapter?.countAttempt === undefined) return
  const key = await site.keyring.mac('attempt', state)
  const times = await adapter.countAttempt(`attempt ${key}`, countEnd(created, ATTEMPT_SECONDS))
  if (times > 1) throw new InvalidCheck('The answer to this attempt was already used', { provider, reason: 'used' })
}
