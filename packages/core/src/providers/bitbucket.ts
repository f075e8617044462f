import { isObject } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig, UserinfoEndpointHandler } from '../types/providers.ts'
import { readObject } from './parts/answers.ts'

/** What `GET /2.0/user` answers, and what we add: an address is there only when Bitbucket lists it as confirmed. */
export interface BitbucketProfile {
  account_id: string
  uuid?: string
  display_name?: string
  username?: string
  links?: { avatar?: { href?: string } }
  email: string | null
  email_verified: boolean
  [member: string]: unknown
}

const API = 'https://api.bitbucket.org/2.0/user'

const ask = async (url: string, token: string, fetch: typeof globalThis.fetch): Promise<Response> =>
  fetch(url, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } })

/** The primary address, when it is confirmed. Without the permission for addresses nobody lists any. */
const findConfirmed = async (response: Response): Promise<string | undefined> => {
  const answer: unknown = response.ok ? await response.json() : undefined
  const listed = isObject(answer) && Array.isArray(answer['values']) ? answer['values'] : []
  const primary: unknown = listed.find((item: unknown) => isObject(item) && item['is_primary'] === true)
  if (!isObject(primary) || primary['is_confirmed'] !== true) return undefined
  return typeof primary['email'] === 'string' ? primary['email'] : undefined
}

const readUser: UserinfoEndpointHandler['request'] = async ({ tokens, fetch }) => {
  const token = tokens.access_token ?? ''
  const user = await readObject('Bitbucket', await ask(API, token, fetch))
  const email = await findConfirmed(await ask(`${API}/emails`, token, fetch))
  return { ...user, email: email ?? null, email_verified: email !== undefined }
}

/**
 * Bitbucket Cloud. The consumer needs the permissions to read the account and the addresses. Source:
 * https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/, 2026-11-21: of each address it says whether it was
 * confirmed.
 */
export const Bitbucket = (options: OAuthUserConfig<BitbucketProfile> = {}): OAuth2Config<BitbucketProfile> => ({
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
  options,
})

export default Bitbucket
