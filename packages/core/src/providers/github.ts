import { isObject } from '../base/json.ts'
import { trimEnd } from '../base/text.ts'
import type { OAuth2Config, OAuthUserConfig, UserinfoEndpointHandler } from '../types/providers.ts'
import { readObject } from './shared/responses.ts'
import icon from './icons/github-icon.ts'

/** An element of the response of `GET /user/emails`. */
export interface GitHubEmail {
  email: string
  primary: boolean
  verified: boolean
  visibility: 'public' | 'private' | null
}

/**
 * The response of `GET /user`. The entry sets `email` to null unless GitHub lists the address as verified, and adds
 * `email_verified`.
 */
export interface GitHubProfile {
  id: number
  login: string
  node_id: string
  name?: string | null
  email: string | null
  email_verified: boolean
  avatar_url?: string | null
  gravatar_id: string | null
  url: string
  html_url: string
  followers_url: string
  following_url: string
  gists_url: string
  starred_url: string
  subscriptions_url: string
  organizations_url: string
  repos_url: string
  events_url: string
  received_events_url: string
  type: string
  site_admin: boolean
  company: string | null
  blog: string | null
  location: string | null
  hireable: boolean | null
  bio: string | null
  twitter_username?: string | null
  public_repos: number
  public_gists: number
  followers: number
  following: number
  created_at: string
  updated_at: string
  /** This member and the next ones are for the user only, and need a scope. */
  private_gists?: number
  total_private_repos?: number
  owned_private_repos?: number
  disk_usage?: number
  collaborators?: number
  two_factor_authentication?: boolean
  suspended_at?: string | null
  plan?: { name: string; space: number; collaborators: number; private_repos: number }
  [member: string]: unknown
}

/**
 * Options of the GitHub entry.
 * @example const options: GitHubUserConfig = { enterprise: { baseUrl: 'https://github.example.com' } }
 */
export type GitHubUserConfig<P = GitHubProfile> = OAuthUserConfig<P> & {
  /**
   * For GitHub Enterprise Server.
   * @example enterprise: { baseUrl: 'https://github.example.com' }
   */
  enterprise?: {
    /**
     * The URL of the server. @default 'https://github.com'
     * @example baseUrl: 'https://github.example.com'
     */
    baseUrl?: string
  }
}

type Fetch = typeof fetch

const fetchApi = async (url: string, token: string, fetch: Fetch): Promise<Response> =>
  fetch(url, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    },
  })

/**
 * Find the verified e-mail address: the primary one, else the public one. Without the e-mail permission the list is
 * missing.
 */
const findVerified = async (
  url: string,
  token: string,
  publicEmail: unknown,
  fetch: Fetch,
): Promise<string | undefined> => {
  const response = await fetchApi(url, token, fetch)
  const listed: unknown = response.ok ? await response.json() : []
  const verified = Array.isArray(listed)
    ? listed.filter((item: unknown) => isObject(item) && item['verified'] === true)
    : []
  const chosen: unknown =
    verified.find(({ primary }) => primary === true) ?? verified.find(({ email }) => email === publicEmail)
  return isObject(chosen) && typeof chosen['email'] === 'string' ? chosen['email'] : undefined
}

const readUser =
  (api: string): Required<Pick<UserinfoEndpointHandler, 'request'>>['request'] =>
  async ({ tokens, fetch }) => {
    const token = tokens.access_token ?? ''
    const user = await readObject('GitHub', await fetchApi(`${api}/user`, token, fetch))
    const email = await findVerified(`${api}/user/emails`, token, user['email'], fetch)
    return { ...user, email: email ?? null, email_verified: email !== undefined }
  }

/**
 * GitHub, and GitHub Enterprise Server with `enterprise.baseUrl`. An e-mail address counts as verified if GitHub lists
 * it as verified. Without the e-mail permission the profile has no e-mail address. Source:
 * https://docs.github.com/en/rest/users/emails,
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps (read in
 * github.com/github/docs) and
 * https://github.blog/changelog/2025-07-14-pkce-support-for-oauth-and-github-app-authentication, 2026-11-21.
 * @example
 * // with AUTH_GITHUB_ID and AUTH_GITHUB_SECRET set; the callback is /auth/callback/github
 * import GitHub from '@authwright/core/providers/github'
 * const config = { providers: [GitHub] }
 */
export const GitHub = <P extends GitHubProfile = GitHubProfile>(options: GitHubUserConfig<P> = {}): OAuth2Config<P> => {
  const base = trimEnd(options.enterprise?.baseUrl ?? 'https://github.com', '/')
  const api = options.enterprise?.baseUrl === undefined ? 'https://api.github.com' : `${base}/api/v3`
  return {
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    // GitHub sends `iss` in the authorization response (RFC 9207).
    issuer: `${base}/login/oauth`,
    authorization: { url: `${base}/login/oauth/authorize`, params: { scope: 'read:user user:email' } },
    token: `${base}/login/oauth/access_token`,
    userinfo: { request: readUser(api) },
    profile: ({ id, name, login, email, avatar_url: image }) => ({
      id: String(id),
      name: name ?? login,
      email,
      image: image ?? null,
    }),
    emailVerified: (profile) => profile.email_verified === true,
    style: { bg: '#24292f', text: '#fff' },
    icon,
    options,
  }
}

export default GitHub
