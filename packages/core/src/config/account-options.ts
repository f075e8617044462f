import { MINUTE } from '../base/time.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import * as read from './readers.ts'
import type { AccountConfig } from './resolved-config.ts'

/** Seconds. */
const RECENT_SIGN_IN: number = 15 * MINUTE

/** What has to be so before somebody's account is changed, and who hears of it. */
export const readAccount = (config: AuthConfig): AccountConfig => {
  const written = read.readRecord(config.account, 'account')
  return Object.freeze({
    reauthenticateAfter: read.readSeconds(
      written['reauthenticateAfter'],
      'account.reauthenticateAfter',
      RECENT_SIGN_IN,
      0,
    ),
    notifications: read.readFlag(written['notifications'], 'account.notifications') ?? true,
  })
}
