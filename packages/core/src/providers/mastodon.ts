import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/mastodon-icon.ts'

/** The account that a Mastodon server returns. It has no e-mail address. */
export interface MastodonProfile {
  /** The id of the account on this server. */
  id: string
  username: string
  acct: string
  display_name?: string
  locked: boolean
  bot: boolean
  created_at: string
  /** HTML. */
  note: string
  url: string
  avatar: string
  avatar_static?: string
  header: string
  header_static: string
  followers_count: number
  following_count: number
  statuses_count: number
  last_status_at: string | null
  [member: string]: unknown
}

/**
 * Mastodon. `issuer` is required: the server's URL, such as `https://mastodon.social`. Source:
 * https://docs.joinmastodon.org/methods/oauth/, content/en/entities/Account.md of
 * https://github.com/mastodon/documentation (the members of an account) and the server's metadata
 * (app/presenters/oauth_metadata_presenter.rb of https://github.com/mastodon/mastodon), 2026-11-21.
 * @example
 * // with AUTH_MASTODON_ID, AUTH_MASTODON_SECRET and AUTH_MASTODON_ISSUER set; the callback is /auth/callback/mastodon
 * import Mastodon from '@authwright/core/providers/mastodon'
 * const config = { providers: [Mastodon] }
 */
export const Mastodon = <P extends MastodonProfile = MastodonProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'mastodon',
  name: 'Mastodon',
  type: 'oauth',
  authorization: { url: '{issuer}/oauth/authorize', params: { scope: 'read' } },
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/api/v1/accounts/verify_credentials',
  profile: ({ id, username, display_name: name, avatar_static: image }) => ({ id, name: name || username, image }),
  style: { bg: '#563acc', text: '#fff' },
  icon,
  options,
})

export default Mastodon
