import type { ProviderMock } from '../provider-mock.ts'

export const vimeo: ProviderMock = {
  id: 'vimeo',
  sources: [
    'https://github.com/vimeo/vimeo.js/blob/master/lib/vimeo.js',
    'https://github.com/vimeo/vimeo.py/blob/master/vimeo/auth/authorization_code.py',
    'https://github.com/vimeo/vimeo-networking-java/blob/develop/models/src/main/java/com/vimeo/networking2/User.kt',
    'https://github.com/vimeo/vimeo-networking-java/blob/develop/models/src/main/java/com/vimeo/networking2/PictureCollection.kt',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://api.vimeo.com/oauth/authorize', scope: ['public'] },
  token: {
    url: 'https://api.vimeo.com/oauth/access_token',
    auth: ['basic'],
    response: ({ access_token, scope }, { number, name }) => ({
      access_token,
      token_type: 'bearer',
      scope,
      app: { name: 'Emulated' },
      user: { uri: `/users/${number}`, name },
    }),
  },
  resources: [
    {
      url: 'https://api.vimeo.com/me',
      headers: { accept: 'application/vnd.vimeo.*+json;version=3.4' },
      type: 'application/vnd.vimeo.user+json',
      response: ({ number, name, username, picture }) => ({
        uri: `/users/${number}`,
        name,
        link: `https://vimeo.com/${username}`,
        account: 'free',
        pictures:
          picture === undefined
            ? null
            : {
                uri: null,
                active: false,
                sizes: [30, 75, 100].map((width) => ({
                  width,
                  height: width,
                  link: width === 100 ? picture : `${picture}?${width}`,
                })),
              },
        resource_key: 'abc',
      }),
    },
  ],
  expects: ({ number, name, picture }) => ({ id: String(number), name, image: picture }),
}
