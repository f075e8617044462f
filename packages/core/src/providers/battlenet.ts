import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/battlenet-icon.ts'

/** The issuers of the regions. */
export type BattleNetIssuer =
  | 'https://oauth.battle.net'
  | 'https://oauth.battlenet.com.cn'
  | 'https://www.battlenet.com.cn/oauth'
  | `https://${'us' | 'eu' | 'kr' | 'tw'}.battle.net/oauth`

/** The claims of Battle.net's userinfo response. It has no e-mail address. */
export interface BattleNetProfile {
  sub: string
  id?: number
  /** Such as `Player#1234`. */
  battletag?: string
  battle_tag?: string
  [member: string]: unknown
}

/**
 * Battle.net. `issuer` is required: `https://oauth.battle.net`, in China `https://oauth.battlenet.com.cn`, or the
 * issuer of a region, `https://<us|eu|kr|tw>.battle.net/oauth`. The claims are read from the userinfo endpoint, because
 * no documentation mentions a nonce in the ID tokens. Source: src/strategy.js of
 * https://github.com/Blizzard/passport-bnet and lib/omniauth/strategies/bnet.rb of
 * https://github.com/Blizzard/omniauth-bnet, the official clients (the URLs of the regions; `id` as the id of a user),
 * and https://develop.battle.net/documentation/guides/getting-started (`https://oauth.battle.net`, read in a copy),
 * 2026-11-21.
 * @unconfirmed That the userinfo response has `id` as the string `sub` too (without `sub` no user can sign in), and
 * `battletag`; the host for China.
 * @example
 * // with AUTH_BATTLENET_ID, AUTH_BATTLENET_SECRET and AUTH_BATTLENET_ISSUER set; the callback is /auth/callback/battlenet
 * import BattleNet from '@authwright/core/providers/battlenet'
 * const config = { providers: [BattleNet] }
 */
export const BattleNet = <P extends BattleNetProfile = BattleNetProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'battlenet',
  name: 'Battle.net',
  type: 'oauth',
  authorization: { url: '{issuer}/authorize', params: { scope: 'openid' } },
  token: '{issuer}/token',
  userinfo: '{issuer}/userinfo',
  profile: ({ sub, battletag: name }) => ({ id: sub, name }),
  style: { bg: '#0b6fcc', text: '#fff' },
  icon,
  options,
})

export default BattleNet
