import type { AuthContext } from '../config/engine-types.ts'
import { MINUTE } from '../base/time.ts'
import { authError } from '../errors/error-classes.ts'
import { OAUTH_ATTEMPT_SECONDS } from './attempt.ts'
import type { OAuthAttempt } from './attempt.ts'

/**
 * Until when a counter must remember that a value of limited lifetime was used. One minute longer than the lifetime: the clock
 * of the database may be ahead of ours, and a forgotten counter would accept the value again.
 */
export const counterExpiry = (created: number, expiresIn: number): Date =>
  new Date((created + expiresIn + MINUTE) * 1000)

/**
 * Consume an attempt before its authorization code is exchanged, so that of simultaneous responses only one is processed
 * (RFC 6749 §10.5). Throws `InvalidCheck` for the others. Without a counting adapter the provider rejects a used code.
 */
export const consumeAttempt = async (
  { config, keyring }: AuthContext,
  { provider, state, created }: OAuthAttempt,
): Promise<void> => {
  const { adapter } = config
  if (adapter?.incrementCounter === undefined) return
  const key = `attempt ${await keyring.mac('attempt', state)}`
  const uses = await adapter.incrementCounter(key, counterExpiry(created, OAUTH_ATTEMPT_SECONDS))
  if (uses > 1) throw authError('InvalidCheck', 'The response was used before', { provider, reason: 'used' })
}
