import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import { readObject } from './shared/responses.ts'
import { readClient } from './shared/client.ts'

/** The user profile that Mail.ru returns. */
export interface MailruProfile {
  id: string
  name?: string
  nickname?: string
  email?: string
  image?: string
  [member: string]: unknown
}

/**
 * Mail.ru, for applications that used it before July 2025. Newer applications use `vk`. The profile does not say
 * whether the e-mail address is verified. Source: https://help.mail.ru/developers/oauth/about,
 * https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index (beginnings of the pages: the
 * authorization page and the scope `userinfo`, which a newer version calls `openid profile`; closed for new
 * applications) and UserInfoRequest.java, AccessTokenRequest.java and OAuthRequest.java of
 * https://github.com/mailru/mail-auth-sdk-android, the official client (`id`, `email`, `name`, `image`; PKCE with
 * SHA-256), 2026-11-21.
 * @unconfirmed That the access token goes into the query (the official client sends it in a form, to another host), and
 * the member `nickname`.
 * @example
 * // with AUTH_MAILRU_ID and AUTH_MAILRU_SECRET set; the callback is /auth/callback/mailru
 * import Mailru from '@authwright/core/providers/mailru'
 * const config = { providers: [Mailru] }
 */
export const Mailru = <P extends MailruProfile = MailruProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
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
