import type { AuthContext } from '../config/auth-context.ts'
import { authError } from '../errors/error-classes.ts'
import { countEnd } from './counter-expiry.ts'
import { ATTEMPT_SECONDS } from './attempt.ts'
import type { OAuthAttempt } from './attempt.ts'

/**
 * Use an attempt up before its code is spent, so that of many answers to it at once one goes on and the provider is asked once
 * (RFC 6749 §10.5). Throws `InvalidCheck` for every other. Where the adapter cannot count, the provider is the one to say so.
 */
export const consumeAttempt = async (
  context: AuthContext,
  { provider, state, created }: OAuthAttempt,
): Promise<void> => {
  const { adapter } = context.config
  if (adapter?.incrementCounter === undefined) return
  const key = await context.keyring.mac('attempt', state)
  const times = await adapter.incrementCounter(`attempt ${key}`, countEnd(created, ATTEMPT_SECONDS))
  if (times > 1)
    throw authError('InvalidCheck', 'The answer to this attempt was already used', { provider, reason: 'used' })
}
