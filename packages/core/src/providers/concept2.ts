import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Concept2's logbook tells of a person. Nothing says that the address was verified. */
export interface Concept2Profile {
  data: { id: number; username?: string; email?: string | null; profile_image?: string | null }
  [member: string]: unknown
}

/**
 * Concept2. To write results ask for them too; a comma stands between its scopes: `user:read,results:write`. Source:
 * https://log.concept2.com/developers/documentation/ (its beginning: the API, its versions, `api/users/me`),
 * 2026-11-21.
 * @unconfirmed The addresses of the authorization and the token, the scope, and the members of a user.
 */
export const Concept2 = (options: OAuthUserConfig<Concept2Profile> = {}): OAuth2Config<Concept2Profile> => ({
  id: 'concept2',
  name: 'Concept2',
  type: 'oauth',
  authorization: { url: 'https://log.concept2.com/oauth/authorize', params: { scope: 'user:read' } },
  token: 'https://log.concept2.com/oauth/access_token',
  userinfo: 'https://log.concept2.com/api/users/me',
  profile: ({ data: { id, username: name, email, profile_image: image } }) => ({ id: String(id), name, email, image }),
  style: { bg: '#0b3d91', text: '#fff' },
  options,
})

export default Concept2
