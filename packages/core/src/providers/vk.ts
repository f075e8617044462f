import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject, readTokens } from './shared/responses.ts'
import { readClient } from './shared/client.ts'

/** The user profile that VK ID returns. */
export interface VkProfile {
  user: {
    user_id: string
    first_name?: string
    last_name?: string
    avatar?: string
    email?: string
    verified?: boolean
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
 */
export const VK = (options: OAuthUserConfig<VkProfile> = {}): OAuth2Config<VkProfile> => ({
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
  options,
})

export default VK
