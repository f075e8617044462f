import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject, readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'
import icon from './icons/vk-icon.ts'

type Case = 'abl' | 'acc' | 'dat' | 'gen' | 'ins' | 'nom'
type Texts =
  | `${'first' | 'last'}_name_${Case}`
  | 'about'
  | 'activities'
  | 'bdate'
  | 'books'
  | 'deactivated'
  | 'domain'
  | 'email'
  | 'first_name'
  | 'games'
  | 'home_town'
  | 'interests'
  | 'last_name'
  | 'maiden_name'
  | 'movies'
  | 'music'
  | 'nickname'
  | `photo_${'50' | '100' | '200' | '200_orig' | '400' | '400_orig' | 'id' | 'max' | 'max_orig'}`
  | 'quotes'
  | 'screen_name'
  | 'site'
  | 'status'
  | 'tv'
type Flags =
  | 'blacklisted'
  | 'blacklisted_by_me'
  | `can_${'post' | 'see_all_posts' | 'see_audio' | 'send_friend_request' | 'write_private_message'}`
  | `has_${'mobile' | 'photo'}`
  | `is_${'favorite' | 'friend' | 'hidden_from_feed' | 'no_index'}`
  | 'online'
  | 'online_mobile'
  | 'trending'
  | 'verified'
type Numbers =
  | 'common_count'
  | 'followers_count'
  | 'friend_status'
  | 'id'
  | 'online_app'
  | 'relation'
  | 'sex'
  | 'timezone'

/** The members of `users.get` of the VK API. Only your own `userinfo.request` can return them. */
interface VkApiUser
  extends Partial<Record<Texts, string>>, Partial<Record<Flags, 0 | 1>>, Partial<Record<Numbers, number>> {
  can_access_closed?: boolean
  is_closed?: boolean
  city?: { id: number; title: string }
  country?: { id: number; title: string }
  career?: { company?: string; position?: string; from?: number; until?: number }
  connections?: Partial<Record<'facebook' | 'instagram' | 'livejournal' | 'skype' | 'twitter', string>>
  contacts?: { mobile_phone?: string; home_phone?: string }
  counters?: Record<string, number>
  crop_photo?: { photo: { id: number; album_id: number; date: number }; [member: string]: unknown }
  education?: { university?: number; university_name?: string; faculty_name?: string; graduation?: number }
  exports?: Partial<Record<'facebook' | 'instagram' | 'livejournal' | 'twitter', number>>
  last_seen?: { platform?: number; time?: number }
  military?: { unit: string; unit_id: number; country_id: number; from?: number; until?: number }
  occupation?: { id?: number; name?: string; type?: 'school' | 'university' | 'work' }
  personal?: Record<string, number | string | string[]>
  relation_partner?: { id: number; first_name: string; last_name: string }
  relatives?: { id?: number; name?: string; type: string }[]
  schools?: { id?: string; name?: string; year_from?: number; year_graduated?: number }[]
  status_audio?: { id: number; owner_id: number; artist: string; title: string; duration: number; url?: string }
  universities?: { id?: number; name?: string; faculty_name?: string; graduation?: number }[]
  wall_default?: 'all' | 'owner'
}

/** The user profile that VK ID returns. */
export interface VkProfile extends VkApiUser {
  user: {
    user_id: string
    first_name?: string
    last_name?: string
    avatar?: string
    email?: string
    verified?: boolean
    phone?: string
    /** 1 female, 2 male, 0 not stated. */
    sex?: number
    /** `DD.MM.YYYY`. */
    birthday?: string
  }
  [member: string]: unknown
}

/**
 * VK, with VK ID (OAuth 2.1). The user ids are the same as on the older oauth.vk.com. PKCE is required. The
 * authorization response has a `device_id`, which the token request must repeat together with `state`. There is no
 * client secret. `verified` concerns the account, not the e-mail address. Source:
 * https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description (the
 * authorization request) and the package @vkid/sdk 2.6.7, the official client (`AuthResponse` with `device_id`,
 * `UserData`, `oauth2/auth`, `oauth2/user_info`, and its change log on the move from `id.vk.com` to `id.vk.ru`),
 * 2026-11-21.
 * @example
 * // with AUTH_VK_ID and AUTH_VK_SECRET set; the callback is /auth/callback/vk
 * import VK from '@authwright/core/providers/vk'
 * const config = { providers: [VK] }
 */
export const VK = <P extends VkProfile = VkProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'vk',
  name: 'VK',
  type: 'oauth',
  authorization: { url: 'https://id.vk.ru/authorize', params: { scope: 'email' } },
  token: {
    url: 'https://id.vk.ru/oauth2/auth',
    request: async ({ params, response, provider, fetch }) => {
      const { id, tokenUrl } = readClient(provider)
      const body = new URLSearchParams([...params, ['client_id', id]])
      for (const name of ['device_id', 'state']) body.set(name, response.get(name) ?? '')
      return readTokens('VK', await fetch(tokenUrl, { method: 'POST', body }))
    },
  },
  userinfo: {
    url: 'https://id.vk.ru/oauth2/user_info',
    request: async ({ tokens, provider, fetch }) => {
      const { id, userinfoUrl } = readClient(provider)
      const body = new URLSearchParams({ client_id: id, access_token: tokens.access_token ?? '' })
      return readObject('VK', await fetch(userinfoUrl, { method: 'POST', body }))
    },
  },
  profile: ({ user: { user_id: id, first_name: first, last_name: last, email, avatar: image } }) => ({
    id,
    name: [first, last].filter(Boolean).join(' '),
    email,
    image,
  }),
  style: { bg: '#006fee', text: '#fff' },
  icon,
  options,
})

export default VK
