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
 * Mail.ru. It takes the token as a parameter. Source: https://help.mail.ru/developers/oauth/about and
 * https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index (their beginnings; a newer version of
 * the latter names the scopes `openid profile`), 2026-11-21; the token as a parameter, and the members of the profile,
 * as the ecosystem has them.
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
