import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/roblox-icon.ts'

/** The claims of Roblox's ID token. It has no e-mail address. */
export interface RobloxProfile extends OIDCProfile {
  /** Seconds since the epoch. */
  created_at?: number
}

/**
 * Roblox. Source: https://create.roblox.com/docs/cloud/reference/oauth2, 2026-11-21.
 * @example
 * // with AUTH_ROBLOX_ID and AUTH_ROBLOX_SECRET set; the callback is /auth/callback/roblox
 * import Roblox from '@authwright/core/providers/roblox'
 * const config = { providers: [Roblox] }
 */
export const Roblox = <P extends RobloxProfile = RobloxProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'roblox',
  name: 'Roblox',
  type: 'oidc',
  issuer: 'https://apis.roblox.com/oauth/',
  authorization: { params: { scope: 'openid profile' } },
  trustAllEmails: false,
  style: { bg: '#4752c4', text: '#fff' },
  icon,
  options,
})

export default Roblox
