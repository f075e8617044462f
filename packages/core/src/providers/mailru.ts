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
 * Mail.ru. It takes the token as a parameter. Source: https://api.mail.ru/docs/guides/oauth/ (not looked at; as the
 * ecosystem has it).
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
