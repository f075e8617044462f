import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /v2/user/me` tells of a person, of what the person agreed to. */
export interface KakaoProfile {
  id: number
  kakao_account?: {
    profile?: { nickname?: string; profile_image_url?: string }
    email?: string
    /** Whether the address still belongs to this account; else `email` is masked. */
    is_email_valid?: boolean
    is_email_verified?: boolean
  }
  [member: string]: unknown
}

/**
 * Kakao. What is asked for is set in its developer console, so there is no scope. An address counts when Kakao says
 * both that it is valid and that it was verified. It is no longer valid when another account has taken it over; Kakao
 * masks it from then on, so it is none. Source: https://developers.kakao.com/docs/ko/kakaologin/rest-api,
 * account.dart of https://github.com/kakao/kakao_flutter_sdk, its own client (every member of an account,
 * `is_email_verified` among them) and https://devtalk.kakao.com/t/what-is-the-use-of-is-email/140835, its own forum,
 * which quotes its documentation (when an address is not valid), 2026-11-21.
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
    email: account?.is_email_valid === false ? undefined : account?.email,
    image: account?.profile?.profile_image_url,
  }),
  emailVerified: ({ kakao_account: account }) => account?.is_email_valid === true && account.is_email_verified === true,
  style: { bg: '#fee500', text: '#000' },
  options,
})

export default Kakao
