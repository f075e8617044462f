import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { askByOAuthScheme } from './parts/userinfo.ts'

/** What SoundCloud tells of a person: no address is among it. */
export interface SoundCloudProfile {
  /** `soundcloud:users:123` */
  urn: string
  username: string
  full_name?: string
  avatar_url?: string
  [member: string]: unknown
}

/**
 * SoundCloud. It insists on PKCE, takes the token by the scheme `OAuth`, and tells no address. Accounts are known by
 * their `urn`, which is what it calls the unique identifier: the numeric ids are gone. Source: openapi/api.yaml (`GET
 * /me`, the schema `Me`) and .cursor/skills/soundcloud-api-auth/SKILL.md (both addresses, PKCE, the secret in the
 * body) of https://github.com/soundcloud/api, its own, and https://developers.soundcloud.com/docs/api/guide (the
 * scheme), 2026-11-21.
 */
export const SoundCloud = (options: OAuthUserConfig<SoundCloudProfile> = {}): OAuth2Config<SoundCloudProfile> => ({
  id: 'soundcloud',
  name: 'SoundCloud',
  type: 'oauth',
  authorization: 'https://secure.soundcloud.com/authorize',
  token: 'https://secure.soundcloud.com/oauth/token',
  userinfo: { url: 'https://api.soundcloud.com/me', request: askByOAuthScheme('SoundCloud') },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ urn, username, full_name: name, avatar_url: image }) => ({ id: urn, name: name || username, image }),
  style: { bg: '#c43a00', text: '#fff' },
  options,
})

export default SoundCloud
