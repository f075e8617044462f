import type { ProviderMock } from '../provider-mock.ts'

export const foursquare: ProviderMock = {
  id: 'foursquare',
  sources: [
    'https://docs.foursquare.com/developer/reference/v2-authentication',
    'https://github.com/foursquare/foursquareapi-csharp/blob/master/FoursquareApi/Model/User.cs',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://foursquare.com/oauth2/authenticate', pkce: 'ignored' },
  token: {
    url: 'https://foursquare.com/oauth2/access_token',
    method: 'GET',
    body: 'query',
    auth: ['post'],
    response: ({ access_token }) => ({ access_token }),
  },
  resources: [
    {
      url: 'https://api.foursquare.com/v2/users/self?v=20230131',
      token: { query: 'oauth_token' },
      response: ({ number, given, family, email, picture, username }) => ({
        meta: { code: 200, requestId: '59a45921351e3d43b07028b5' },
        response: {
          user: {
            id: String(number),
            firstName: given,
            // A user can have a single name.
            ...(username === 'alan' ? {} : { lastName: family }),
            gender: 'none',
            canonicalUrl: `https://foursquare.com/${username}`,
            ...(picture === undefined
              ? {}
              : { photo: { prefix: 'https://fastly.4sqi.net/img/user/', suffix: `/${username}.jpg` } }),
            relationship: 'self',
            homeCity: 'New York',
            contact: email === undefined ? {} : { email },
          },
        },
      }),
    },
  ],
  expects: ({ number, given, name, email, picture, username }) => ({
    id: String(number),
    name: username === 'alan' ? given : name,
    email,
    ...(picture === undefined ? {} : { image: `https://fastly.4sqi.net/img/user/original/${username}.jpg` }),
  }),
}
