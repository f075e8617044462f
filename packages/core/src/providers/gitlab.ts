import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /api/v4/user` tells of a person. */
export interface GitLabProfile {
  id: number
  username: string
  name?: string
  email?: string | null
  avatar_url?: string | null
  [member: string]: unknown
}

/** Options of the GitLab entry. */
export type GitLabUserConfig = OAuthUserConfig<GitLabProfile> & {
  /** A server of one's own; the same as `issuer`. @default 'https://gitlab.com' */
  baseUrl?: string | URL
}

/**
 * GitLab, and servers of one's own by `issuer` or `baseUrl`. Whether an address is verified is not told: a server may
 * be set to confirm whatever it is given. Source: https://docs.gitlab.com/api/oauth2/ and
 * https://docs.gitlab.com/api/users/, 2026-11-21.
 */
export const GitLab = (options: GitLabUserConfig = {}): OAuth2Config<GitLabProfile> => ({
  id: 'gitlab',
  name: 'GitLab',
  type: 'oauth',
  issuer: String(options.baseUrl ?? 'https://gitlab.com'),
  authorization: { url: '{issuer}/oauth/authorize', params: { scope: 'read_user' } },
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/api/v4/user',
  profile: ({ id, name, username, email, avatar_url: image }) => ({
    id: String(id),
    name: name ?? username,
    email,
    image,
  }),
  style: { bg: '#FC6D26', text: '#000' },
  options,
})

export default GitLab
