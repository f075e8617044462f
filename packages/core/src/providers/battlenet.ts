import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Battle.net's userinfo tells; there is no address. */
export interface BattleNetProfile {
  sub: string
  id?: number
  /** Such as `Player#1234`. */
  battletag?: string
  [member: string]: unknown
}

/**
 * Battle.net. `issuer` is required: `https://oauth.battle.net`, in China `https://oauth.battlenet.com.cn`, or a
 * region's own `https://<us|eu|kr|tw>.battle.net/oauth`. The person is read from userinfo, because nothing documents a
 * nonce in its ID tokens. Source: src/strategy.js of https://github.com/Blizzard/passport-bnet, its own client,
 * 2026-11-21; `https://oauth.battle.net` and the members of the profile as the ecosystem has them.
 */
export const BattleNet = (options: OAuthUserConfig<BattleNetProfile> = {}): OAuth2Config<BattleNetProfile> => ({
  id: 'battlenet',
  name: 'Battle.net',
  type: 'oauth',
  authorization: { url: '{issuer}/authorize', params: { scope: 'openid' } },
  token: '{issuer}/token',
  userinfo: '{issuer}/userinfo',
  profile: ({ sub, battletag: name }) => ({ id: sub, name }),
  style: { bg: '#0b6fcc', text: '#fff' },
  options,
})

export default BattleNet
