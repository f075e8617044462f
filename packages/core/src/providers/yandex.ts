import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { fetchWithOAuthScheme } from './shared/responses.ts'

/** The response of `GET /info`, limited to the requested data. */
export interface YandexProfile {
  id: string
  login: string
  client_id?: string
  psuid?: string
  display_name?: string
  real_name?: string
  first_name?: string
  last_name?: string
  sex?: 'female' | 'male' | null
  /** `YYYY-MM-DD`, with zeros for parts that the user left out. */
  birthday?: string | null
  default_email?: string
  emails?: string[]
  default_phone?: { id: number; number: string }
  is_avatar_empty?: boolean
  default_avatar_id?: string
  [member: string]: unknown
}

const pictureOf = ({ is_avatar_empty: empty, default_avatar_id: id }: YandexProfile): string | null =>
  empty !== false || !id ? null : `https://avatars.yandex.net/get-yapic/${id}/islands-200`

/**
 * Yandex. The access token is sent with the scheme `OAuth`. The user's id is `id`, which Yandex calls the unique id of
 * a user. The scopes are permissions of the application. Source: https://yandex.ru/dev/id/doc/en/codes/code-url (URLs),
 * https://yandex.ru/dev/id/doc/en/user-information (the scheme) and
 * https://yandex.com/dev/id/doc/dg/reference/response.html (`id`, `login`, `default_email`, `emails`), 2026-11-21.
 * @unconfirmed The members for the names and the picture.
 * @example
 * // with AUTH_YANDEX_ID and AUTH_YANDEX_SECRET set; the callback is /auth/callback/yandex
 * import Yandex from '@authwright/core/providers/yandex'
 * const config = { providers: [Yandex] }
 */
export const Yandex = <P extends YandexProfile = YandexProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'yandex',
  name: 'Yandex',
  type: 'oauth',
  authorization: {
    url: 'https://oauth.yandex.ru/authorize',
    params: { scope: 'login:info login:email login:avatar' },
  },
  token: 'https://oauth.yandex.ru/token',
  userinfo: { url: 'https://login.yandex.ru/info', request: fetchWithOAuthScheme('Yandex') },
  profile: (profile) => ({
    id: profile.id,
    name: profile.display_name ?? profile.real_name ?? profile.first_name ?? profile.login,
    email: profile.default_email ?? profile.emails?.[0],
    image: pictureOf(profile),
  }),
  style: { bg: '#ffcc00', text: '#000' },
  options,
})

export default Yandex
