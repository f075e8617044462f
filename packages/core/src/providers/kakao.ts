import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v2/user/me` tells of a person, of what the person agreed to. */
export interface KakaoProfile {
  id: number
  kakao_account?: {
    profile?: { nickname?: string; profile_image_url?: string }
    email?: string
    /** Whether the address still belongs to this account. */
    is_email_valid?: boolean
    is_email_verified?: boolean
  }
  [member: string]: unknown
}

/**
 * Kakao. What is asked for is set in its developer console, so there is no scope. An address counts when Kakao says
 * both that it is valid, which it is no longer when another account has taken it over, and that it was verified when
 * it was registered. Source: https://developers.kakao.com/docs/ko/kakaologin/rest-api and account.dart of
 * https://github.com/kakao/kakao_flutter_sdk, its own client (every member of an account, `is_email_verified` among
 * them), 2026-11-21.
 * @unconfirmed That an address which another account has taken over is no longer valid.
 */
export const Kakao = (options: OAuthUserConfig<KakaoProfile> = {}): OAuth2Config<KakaoProfile> => ({
  id: 'kakao',
  name: 'Kakao',
  type: 'oauth',
  authorization: 'https://kauth.kakao.com/oauth/authorize',
  token: 'https://kauth.kakao.com/oauth/token',
  userinfo: 'https://kapi.kakao.com/v2/user/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, kakao_account: account }) => ({
    id: String(id),
    name: account?.profile?.nickname,
    email: account?.email,
    image: account?.profile?.profile_image_url,
  }),
  emailVerified: ({ kakao_account: account }) => account?.is_email_valid === true && account.is_email_verified === true,
  style: { bg: '#fee500', text: '#000' },
  options,
})

export default Kakao
