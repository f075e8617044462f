import { requestedFields } from '../fields.ts'
import type { ProviderMock } from '../provider-mock.ts'

export const instagram: ProviderMock = {
  id: 'instagram',
  sources: [
    'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login',
    'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://www.instagram.com/oauth/authorize',
    scope: ['instagram_business_basic'],
    separator: ',',
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.instagram.com/oauth/access_token',
    auth: ['post'],
    response: ({ access_token }, { username, number }) => {
      const tokens = { access_token, user_id: `1784${number}`, permissions: 'instagram_business_basic' }
      // The documented form and the observed form.
      return username === 'grace' ? tokens : { data: [tokens] }
    },
  },
  resources: [
    {
      url: 'https://graph.instagram.com/me',
      response: ({ number, username, name, picture }, request) =>
        requestedFields(
          {
            id: String(number),
            user_id: `1784${number}`,
            username,
            name: username === 'alan' ? undefined : name,
            account_type: 'BUSINESS',
            profile_picture_url: picture,
            followers_count: 3,
          },
          request,
          ['id'],
        ),
    },
  ],
  expects: ({ number, username, name, picture }) => ({
    id: String(number),
    name: username === 'alan' ? username : name,
    image: picture,
  }),
}
