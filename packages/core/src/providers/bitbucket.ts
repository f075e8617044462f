import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig, UserinfoEndpointHandler } from '../types/providers.ts'
import { readObject } from './shared/responses.ts'
import icon from './icons/bitbucket-icon.ts'

/**
 * The response of `GET /2.0/user`. The entry adds `email`, which is null unless Bitbucket lists it as confirmed, and
 * `email_verified`.
 */
export interface BitbucketProfile {
  account_id: string
  uuid?: string
  display_name?: string
  username?: string
  nickname?: string
  type?: string
  created_on?: string
  account_status?: string
  has_2fa_enabled?: boolean | null
  is_staff?: boolean
  location?: string | null
  links?: { avatar?: { href?: string } }
  email: string | null
  email_verified: boolean
  [member: string]: unknown
}

const API = 'https://api.bitbucket.org/2.0/user'

const fetchApi = async (url: string, token: string, fetch: typeof globalThis.fetch): Promise<Response> =>
  fetch(url, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } })

/**
 * Find the primary e-mail address if it is confirmed. The list is empty without the permission to read e-mail
 * addresses.
 */
const findConfirmed = async (response: Response): Promise<string | undefined> => {
  const body: unknown = response.ok ? await response.json() : undefined
  const listed = isObject(body) && Array.isArray(body['values']) ? body['values'] : []
  const primary: unknown = listed.find((item: unknown) => isObject(item) && item['is_primary'] === true)
  if (!isObject(primary) || primary['is_confirmed'] !== true) return undefined
  return typeof primary['email'] === 'string' ? primary['email'] : undefined
}

const readUser: UserinfoEndpointHandler['request'] = async ({ tokens, fetch }) => {
  const token = tokens.access_token ?? ''
  const user = await readObject('Bitbucket', await fetchApi(API, token, fetch))
  const email = await findConfirmed(await fetchApi(`${API}/emails`, token, fetch))
  return { ...user, email: email ?? null, email_verified: email !== undefined }
}

/**
 * Bitbucket Cloud. The consumer needs the permissions to read the account and the e-mail addresses. For each e-mail
 * address Bitbucket says whether the user has confirmed it. Source:
 * https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/, 2026-11-21.
 * @example
 * // with AUTH_BITBUCKET_ID and AUTH_BITBUCKET_SECRET set; the callback is /auth/callback/bitbucket
 * import Bitbucket from '@authwright/core/providers/bitbucket'
 * const config = { providers: [Bitbucket] }
 */
export const Bitbucket = <P extends BitbucketProfile = BitbucketProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'bitbucket',
  name: 'Bitbucket',
  type: 'oauth',
  authorization: { url: 'https://bitbucket.org/site/oauth2/authorize', params: { scope: 'account email' } },
  token: 'https://bitbucket.org/site/oauth2/access_token',
  userinfo: { request: readUser },
  profile: ({ account_id: id, display_name: name, username, email, links }) => ({
    id,
    name: name ?? username,
    email,
    image: links?.avatar?.href,
  }),
  emailVerified: (profile) => profile.email_verified,
  style: { bg: '#205081', text: '#fff' },
  icon,
  options,
})

export default Bitbucket
