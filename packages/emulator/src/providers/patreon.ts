import type { ProviderMock } from '../provider-mock.ts'

export const patreon: ProviderMock = {
  id: 'patreon',
  sources: [
    'https://docs.patreon.com/#oauth',
    'https://docs.patreon.com/#apiv2-oauth',
    'https://docs.patreon.com/#user-v2',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://www.patreon.com/oauth2/authorize',
    scope: ['identity', 'identity[email]'],
    pkce: 'ignored',
  },
  token: { url: 'https://www.patreon.com/api/oauth2/token', auth: ['post'] },
  resources: [
    {
      url: 'https://www.patreon.com/api/oauth2/v2/identity',
      response: ({ number, name, email, emailVerified, picture }, { query }) => {
        const all = {
          email: email ?? null,
          full_name: name,
          image_url: picture ?? '',
          is_email_verified: emailVerified,
          vanity: null,
          created: '2017-10-20T21:36:23.000+00:00',
        }
        const wanted = (query.get('fields[user]') ?? '').split(',')
        const attributes = Object.fromEntries(Object.entries(all).filter(([key]) => wanted.includes(key)))
        return {
          data: { attributes, id: String(number), type: 'user' },
          links: { self: `https://www.patreon.com/api/oauth2/v2/user/${number}` },
        }
      },
    },
  ],
  expects: ({ number, name, email, emailVerified, picture }) => ({
    id: String(number),
    name,
    email,
    image: picture,
    emailVerified,
  }),
}
