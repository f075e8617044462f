import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/notion-icon.ts'

/** The part of a user that only some integrations may read. */
export interface Person {
  email?: string
}

/** A user, or an integration. */
export interface NotionUser {
  object?: 'user' | 'bot'
  id: string
  type?: string
  name?: string | null
  avatar_url?: string | null
  person?: Person
}

export type { NotionUser as User }

/** Who installed the integration. */
export interface Owner {
  type: string
  user: NotionUser
}

/** The response of `GET /v1/users/me`: the integration's bot and the bot's owner. */
export interface NotionProfile {
  object?: 'user'
  id: string
  type?: string
  name?: string | null
  avatar_url?: string | null
  bot: {
    owner: Owner
    workspace_name?: string | null
  }
  [member: string]: unknown
}

/**
 * Notion, for a public integration. The access token belongs to a bot. The user is the bot's owner; `owner=user`
 * guarantees that it has one. The profile has the e-mail address only if the integration can read it. Source:
 * https://developers.notion.com/reference/authentication and
 * https://developers.notion.com/changelog/retrieve-information-about-your-token, 2026-11-21.
 * @example
 * // with AUTH_NOTION_ID and AUTH_NOTION_SECRET set; the callback is /auth/callback/notion
 * import Notion from '@authwright/core/providers/notion'
 * const config = { providers: [Notion] }
 */
export const Notion = <P extends NotionProfile = NotionProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
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
  icon,
  options,
})

export default Notion
