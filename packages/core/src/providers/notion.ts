import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /v1/users/me`: the integration's bot and the bot's owner. */
export interface NotionProfile {
  id: string
  bot: {
    owner: {
      type: string
      user: { id: string; name?: string | null; avatar_url?: string | null; person?: { email?: string } }
    }
  }
  [member: string]: unknown
}

/**
 * Notion, for a public integration. The access token belongs to a bot. The user is the bot's owner; `owner=user`
 * guarantees that it has one. The profile has the e-mail address only if the integration can read it. Source:
 * https://developers.notion.com/reference/authentication and
 * https://developers.notion.com/changelog/retrieve-information-about-your-token, 2026-11-21.
 */
export const Notion = (options: OAuthUserConfig<NotionProfile> = {}): OAuth2Config<NotionProfile> => ({
  id: 'notion',
  name: 'Notion',
  type: 'oauth',
  authorization: { url: 'https://api.notion.com/v1/oauth/authorize', params: { owner: 'user' } },
  token: 'https://api.notion.com/v1/oauth/token',
  userinfo: { url: 'https://api.notion.com/v1/users/me', headers: { 'notion-version': '2025-09-03' } },
  profile: ({ bot: { owner } }) => ({
    id: owner.user.id,
    name: owner.user.name,
    email: owner.user.person?.email,
    image: owner.user.avatar_url,
  }),
  style: { bg: '#fff', text: '#000' },
  options,
})

export default Notion
