import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v1/nid/me` tells of a person, of what the person agreed to. */
export interface NaverProfile {
  resultcode: string
  message: string
  response: { id: string; nickname?: string; name?: string; email?: string; profile_image?: string }
  [member: string]: unknown
}

/**
 * Naver. What is asked for is set in its developer console, so there is no scope. Lifetimes come as texts. Source:
 * https://developers.naver.com/docs/login/api/api.md (not looked at; as the ecosystem has it).
 */
export const Naver = (options: OAuthUserConfig<NaverProfile> = {}): OAuth2Config<NaverProfile> => ({
  id: 'naver',
  name: 'Naver',
  type: 'oauth',
  authorization: 'https://nid.naver.com/oauth2.0/authorize',
  token: 'https://nid.naver.com/oauth2.0/token',
  userinfo: 'https://openapi.naver.com/v1/nid/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { id, nickname, name, email, profile_image: image } }) => ({
    id,
    name: nickname ?? name,
    email,
    image,
  }),
  style: { bg: '#03c75a', text: '#000' },
  options,
})

export default Naver
