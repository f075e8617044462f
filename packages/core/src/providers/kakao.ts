import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/kakao-icon.ts'

/** RFC 3339, in UTC. */
export type DateTime = string
/** The gender that the user states. */
export type Gender = 'female' | 'male'
/** The calendar of a birthday. */
export type Birthday = 'LUNAR' | 'SOLAR'
/** Years, both inclusive. */
export type AgeRange =
  | `${'1-9' | '10-14' | '15-19' | '20-29' | '30-39' | '40-49' | '50-59' | '60-69' | '70-79' | '80-89'}`
  | '90-'

/** The response of `GET /v2/user/me`, limited to what the user agreed to share. */
export interface KakaoProfile {
  id: number
  has_signed_up?: boolean
  connected_at?: DateTime
  synched_at?: DateTime
  properties?: {
    id?: string
    status?: string
    registered_at?: DateTime
    msg_blocked?: boolean
    nickname?: string
    profile_image?: string
    thumbnail_image?: string
    [property: string]: unknown
  }
  kakao_account?: {
    profile?: {
      nickname?: string
      profile_image_url?: string
      thumbnail_image_url?: string
      is_default_image?: boolean
    }
    name?: string
    email?: string
    /** Whether the e-mail address still belongs to this account. If not, `email` is masked. */
    is_email_valid?: boolean
    is_email_verified?: boolean
    age_range?: AgeRange
    birthyear?: string
    /** Month and day: `MMDD`. */
    birthday?: string
    birthday_type?: Birthday
    gender?: Gender
    phone_number?: string
    ci?: string
    ci_authenticated_at?: DateTime
    [member: string]: unknown
  }
  [member: string]: unknown
}

/**
 * Kakao. The requested data is set in its developer console, so there is no scope. An e-mail address counts as verified
 * if Kakao says that it is both valid and verified. It becomes invalid when another account takes it over. Kakao then
 * masks it, and the entry leaves it out. Source: https://developers.kakao.com/docs/ko/kakaologin/rest-api, account.dart
 * of https://github.com/kakao/kakao_flutter_sdk, the official client (every member of an account, `is_email_verified`
 * among them) and https://devtalk.kakao.com/t/what-is-the-use-of-is-email/140835, Kakao's forum, which quotes its
 * documentation (when an e-mail address is invalid), 2026-11-21.
 * @example
 * // with AUTH_KAKAO_ID and AUTH_KAKAO_SECRET set; the callback is /auth/callback/kakao
 * import Kakao from '@authwright/core/providers/kakao'
 * const config = { providers: [Kakao] }
 */
export const Kakao = <P extends KakaoProfile = KakaoProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
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
  icon,
  options,
})

export default Kakao
