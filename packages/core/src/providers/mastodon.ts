import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What a server tells of an account; no address is among it. */
export interface MastodonProfile {
  /** The account's number on this server. */
  id: string
  username: string
  display_name?: string
  avatar_static?: string
  [member: string]: unknown
}

/**
 * Mastodon. `issuer` is required: the server's address, such as `https://mastodon.social`. Source:
 * https://docs.joinmastodon.org/methods/oauth/ and how a server describes itself
 * (app/presenters/oauth_metadata_presenter.rb of github.com/mastodon/mastodon), 2026-11-21; the account itself as the
 * ecosystem has it.
 */
export const Mastodon = (options: OAuthUserConfig<MastodonProfile> = {}): OAuth2Config<MastodonProfile> => ({
  id: 'mastodon',
  name: 'Mastodon',
  type: 'oauth',
  authorization: { url: '{issuer}/oauth/authorize', params: { scope: 'read' } },
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/api/v1/accounts/verify_credentials',
  profile: ({ id, username, display_name: name, avatar_static: image }) => ({ id, name: name || username, image }),
  style: { bg: '#563acc', text: '#fff' },
  options,
})

export default Mastodon
