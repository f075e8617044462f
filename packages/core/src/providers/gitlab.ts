import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/gitlab-icon.ts'

/** The response of `GET /api/v4/user`. */
export interface GitLabProfile {
  id: number
  username: string
  name?: string
  email?: string | null
  avatar_url?: string | null
  state: string
  web_url: string
  created_at: string
  bio: string
  location?: string | null
  public_email: string | null
  skype: string
  linkedin: string
  twitter: string
  website_url: string
  organization: string
  job_title: string
  pronouns: string | null
  bot: boolean
  work_information?: string | null
  followers: number
  following: number
  local_time: string | null
  last_sign_in_at: string | null
  current_sign_in_at: string | null
  confirmed_at: string
  last_activity_on: string
  theme_id: number
  color_scheme_id: number
  projects_limit: number
  identities: { provider: string; extern_uid: string }[]
  can_create_group: boolean
  can_create_project: boolean
  two_factor_enabled: boolean
  external: boolean
  private_profile: boolean
  commit_email: string
  shared_runners_minutes_limit?: number | null
  extra_shared_runners_minutes_limit?: number | null
  [member: string]: unknown
}

/**
 * Options of the GitLab entry.
 * @example const options: GitLabUserConfig = { baseUrl: 'https://gitlab.example.com' }
 */
export type GitLabUserConfig<P = GitLabProfile> = OAuthUserConfig<P> & {
  /**
   * The URL of a self-managed GitLab. The same as `issuer`. @default 'https://gitlab.com'
   * @example baseUrl: 'https://gitlab.example.com'
   */
  baseUrl?: string | URL
}

/**
 * GitLab, and self-managed GitLab with `issuer` or `baseUrl`. The profile does not say whether the e-mail address is
 * verified: an administrator can turn confirmation off. Source: https://docs.gitlab.com/api/oauth2/ and
 * https://docs.gitlab.com/api/users/, 2026-11-21.
 * @example
 * // with AUTH_GITLAB_ID, AUTH_GITLAB_SECRET and AUTH_GITLAB_ISSUER set; the callback is /auth/callback/gitlab
 * import GitLab from '@authwright/core/providers/gitlab'
 * const config = { providers: [GitLab] }
 */
export const GitLab = <P extends GitLabProfile = GitLabProfile>(
  options: GitLabUserConfig<P> = {},
): OAuth2Config<P> => ({
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
  style: { bg: '#fff', text: '#171321' },
  icon,
  options,
})

export default GitLab
