import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /api/v4/user`. */
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
  /** The URL of a self-managed GitLab. The same as `issuer`. @default 'https://gitlab.com' */
  baseUrl?: string | URL
}

/**
 * GitLab, and self-managed GitLab with `issuer` or `baseUrl`. The profile does not say whether the e-mail address is
 * verified: an administrator can turn confirmation off. Source: https://docs.gitlab.com/api/oauth2/ and
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
