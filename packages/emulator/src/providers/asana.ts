import type { ProviderMock } from '../provider-mock.ts'

export const asana: ProviderMock = {
  id: 'asana',
  sources: [
    'https://developers.asana.com/docs/oauth',
    'https://github.com/Asana/node-asana/blob/master/lib/auth/app.js',
    'https://github.com/Asana/python-asana/blob/master/docs/UserResponse.md',
    'https://forum.asana.com/t/new-oauth-permission-scopes/1048556',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://app.asana.com/-/oauth_authorize', scope: ['users:read'] },
  token: {
    url: 'https://app.asana.com/-/oauth_token',
    auth: ['post'],
    response: (standard, { number, name, email }) => ({
      ...standard,
      token_type: 'bearer',
      data: { id: number, gid: String(number), name, email: email ?? '' },
    }),
  },
  resources: [
    {
      url: 'https://app.asana.com/api/1.0/users/me',
      response: ({ number, name, email, picture }) => ({
        data: {
          gid: String(number),
          resource_type: 'user',
          name,
          email: email ?? '',
          photo: picture === undefined ? null : { image_21x21: `${picture}?21`, image_128x128: picture },
          workspaces: [{ gid: '12345', resource_type: 'workspace', name: 'Emulated' }],
        },
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: String(number), name, email, image: picture }),
}
