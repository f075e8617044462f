import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Epic Games tells of a player: no address is among it. */
export interface EpicGamesProfile {
  sub: string
  preferred_username?: string
  [member: string]: unknown
}

/**
 * Epic Games. It tells a display name and no address. Source:
 * https://dev.epicgames.com/docs/web-api-ref/authentication (its beginning: the flow of a web server with id and
 * secret), 2026-11-21.
 * @unconfirmed The addresses, the scope, and the members `sub` and `preferred_username`.
 */
export const EpicGames = (options: OAuthUserConfig<EpicGamesProfile> = {}): OAuth2Config<EpicGamesProfile> => ({
  id: 'epic-games',
  name: 'Epic Games',
  type: 'oauth',
  authorization: { url: 'https://www.epicgames.com/id/authorize', params: { scope: 'basic_profile' } },
  token: 'https://api.epicgames.dev/epic/oauth/v2/token',
  userinfo: 'https://api.epicgames.dev/epic/oauth/v2/userInfo',
  style: { bg: '#313131', text: '#fff' },
  options,
})

export default EpicGames
