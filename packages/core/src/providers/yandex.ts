import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { askByOAuthScheme } from './parts/userinfo.ts'

/** What `GET /info` tells of a person, of what was asked for. */
export interface YandexProfile {
  id: string
  login: string
  display_name?: string
  real_name?: string
  first_name?: string
  default_email?: string
  emails?: string[]
  is_avatar_empty?: boolean
  default_avatar_id?: string
  [member: string]: unknown
}

const pictureOf = ({ is_avatar_empty: empty, default_avatar_id: id }: YandexProfile): string | null =>
  empty !== false || !id ? null : `https://avatars.yandex.net/get-yapic/${id}/islands-200`

/**
 * Yandex. The token goes by the scheme `OAuth`. Source: https://yandex.ru/dev/id/doc/en/codes/code-url and
 * https://yandex.ru/dev/id/doc/en/user-information (its beginning: the scheme), 2026-11-21; the members of the profile
 * as the ecosystem has them.
 */
export const Yandex = (options: OAuthUserConfig<YandexProfile> = {}): OAuth2Config<YandexProfile> => ({
  id: 'yandex',
  name: 'Yandex',
  type: 'oauth',
  authorization: {
    url: 'https://oauth.yandex.ru/authorize',
    params: { scope: 'login:info login:email login:avatar' },
  },
  token: 'https://oauth.yandex.ru/token',
  userinfo: { url: 'https://login.yandex.ru/info', request: askByOAuthScheme('Yandex') },
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
