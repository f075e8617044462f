import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject } from './parts/answers.ts'
import { readClient } from './parts/client.ts'

/** What Mail.ru tells of a person. */
export interface MailruProfile {
  id: string
  name?: string
  nickname?: string
  email?: string
  image?: string
  [member: string]: unknown
}

/**
 * Mail.ru, for applications that signed people in before July 2025; newer ones use `vk`. Nothing says that an address
 * was verified. Source: https://help.mail.ru/developers/oauth/about,
 * https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index (their beginnings: the authorization
 * page and the scope `userinfo`, which a newer version calls `openid profile`; the end of it for new applications)
 * and UserInfoRequest.java, AccessTokenRequest.java and OAuthRequest.java of
 * https://github.com/mailru/mail-auth-sdk-android, its own client (`id`, `email`, `name`, `image`; PKCE with
 * SHA-256), 2026-11-21.
 * @unconfirmed That it takes the token in the address (its client sends it in a form, to another host), and the
 * member `nickname`.
 */
export const Mailru = (options: OAuthUserConfig<MailruProfile> = {}): OAuth2Config<MailruProfile> => ({
  id: 'mailru',
  name: 'Mail.ru',
  type: 'oauth',
  authorization: { url: 'https://oauth.mail.ru/login', params: { scope: 'userinfo' } },
  token: 'https://oauth.mail.ru/token',
  userinfo: {
    url: 'https://oauth.mail.ru/userinfo',
    request: async ({ tokens, provider, fetch }) => {
      const url = new URL(readClient(provider).userinfoUrl)
      url.searchParams.set('access_token', tokens.access_token ?? '')
      return readObject('Mail.ru', await fetch(url))
    },
  },
  profile: ({ id, name, nickname, email, image }) => ({ id, name: name ?? nickname, email, image }),
  style: { bg: '#005ff9', text: '#fff' },
  options,
})

export default Mailru
