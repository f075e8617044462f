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
 * region's own `https://<us|eu|kr|tw>.battle.net/oauth`. The person is read from userinfo, because nothing documents
 * a nonce in its ID tokens. Source: src/strategy.js of https://github.com/Blizzard/passport-bnet and
 * lib/omniauth/strategies/bnet.rb of https://github.com/Blizzard/omniauth-bnet, its own clients (the addresses of the
 * regions; `id` as the id of a person), and https://develop.battle.net/documentation/guides/getting-started
 * (`https://oauth.battle.net`, read in a copy), 2026-11-21.
 * @unconfirmed That userinfo tells `id` as the text `sub` too, without which nobody gets in, and `battletag`; the
 * host of China.
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
