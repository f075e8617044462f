import { MINUTE } from '../base/time.ts'
import type { AuthConfig } from '../types/config.ts'
import * as read from './read.ts'
import type { AccountConfig } from './resolved.ts'

/** Seconds. */
const RECENT_SIGN_IN: number = 15 * MINUTE

/** What has to be so before somebody's account is changed, and who hears of it. */
export const readAccount = (config: AuthConfig): AccountConfig => {
  const written = read.readRecord(config.account, 'account')
  return Object.freeze({
    recentSignIn: read.readSeconds(written['recentSignIn'], 'account.recentSignIn', RECENT_SIGN_IN, 0),
    notices: read.readFlag(written['notices'], 'account.notices') ?? true,
  })
}
