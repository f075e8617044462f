import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { fetchWithOAuthScheme } from './shared/responses.ts'
import icon from './icons/soundcloud-icon.ts'

/** The user profile that SoundCloud returns. It has no e-mail address. */
export interface SoundCloudProfile {
  /** `soundcloud:users:123` */
  urn: string
  username: string
  full_name?: string
  avatar_url?: string
  [member: string]: unknown
}

/**
 * SoundCloud. PKCE is required. The access token is sent with the scheme `OAuth`. There is no e-mail address. The
 * user's id is the `urn`, which SoundCloud calls the unique identifier; it no longer returns numeric ids. Source:
 * openapi/api.yaml (`GET /me`, the schema `Me`) and .cursor/skills/soundcloud-api-auth/SKILL.md (both endpoint URLs,
 * PKCE, the secret in the body) of https://github.com/soundcloud/api, both official, and
 * https://developers.soundcloud.com/docs/api/guide (the scheme), 2026-11-21.
 * @example
 * // with AUTH_SOUNDCLOUD_ID and AUTH_SOUNDCLOUD_SECRET set; the callback is /auth/callback/soundcloud
 * import SoundCloud from '@authwright/core/providers/soundcloud'
 * const config = { providers: [SoundCloud] }
 */
export const SoundCloud = <P extends SoundCloudProfile = SoundCloudProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'soundcloud',
  name: 'SoundCloud',
  type: 'oauth',
  authorization: 'https://secure.soundcloud.com/authorize',
  token: 'https://secure.soundcloud.com/oauth/token',
  userinfo: { url: 'https://api.soundcloud.com/me', request: fetchWithOAuthScheme('SoundCloud') },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ urn, username, full_name: name, avatar_url: image }) => ({ id: urn, name: name || username, image }),
  style: { bg: '#c43a00', text: '#fff' },
  icon,
  options,
})

export default SoundCloud
