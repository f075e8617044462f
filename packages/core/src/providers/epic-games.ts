import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/epic-games-icon.ts'

/** The user profile that Epic Games returns. It has no e-mail address. */
export interface EpicGamesProfile {
  sub: string
  preferred_username?: string
  [member: string]: unknown
}

/**
 * Epic Games. The profile has a display name and no e-mail address. Source:
 * https://dev.epicgames.com/docs/web-api-ref/authentication (beginning of the page: the flow of a web server with id
 * and secret), 2026-11-21.
 * @unconfirmed The URLs, the scope, and the members `sub` and `preferred_username`.
 * @example
 * // with AUTH_EPIC_GAMES_ID and AUTH_EPIC_GAMES_SECRET set; the callback is /auth/callback/epic-games
 * import EpicGames from '@authwright/core/providers/epic-games'
 * const config = { providers: [EpicGames] }
 */
export const EpicGames = <P extends EpicGamesProfile = EpicGamesProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'epic-games',
  name: 'Epic Games',
  type: 'oauth',
  authorization: { url: 'https://www.epicgames.com/id/authorize', params: { scope: 'basic_profile' } },
  token: 'https://api.epicgames.dev/epic/oauth/v2/token',
  userinfo: 'https://api.epicgames.dev/epic/oauth/v2/userInfo',
  style: { bg: '#313131', text: '#fff' },
  icon,
  options,
})

export default EpicGames
