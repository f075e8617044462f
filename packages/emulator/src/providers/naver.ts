import type { ProviderMock } from '../provider-mock.ts'

export const naver: ProviderMock = {
  id: 'naver',
  sources: [
    'https://developers.naver.com/docs/login/api/api.md',
    'https://developers.naver.com/docs/login/profile/profile.md',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://nid.naver.com/oauth2.0/authorize', pkce: 'ignored' },
  token: {
    url: 'https://nid.naver.com/oauth2.0/token',
    auth: ['post'],
    // The documentation requires it to issue a token.
    parameters: { state: '*' },
    response: ({ access_token, refresh_token }) => ({
      access_token,
      refresh_token,
      token_type: 'bearer',
      expires_in: '3600',
    }),
  },
  resources: [
    {
      url: 'https://openapi.naver.com/v1/nid/me',
      response: ({ uuid, username, name, email, picture }) => ({
        resultcode: '00',
        message: 'success',
        response: {
          id: uuid,
          ...(username === 'alan' ? {} : { nickname: username }),
          name,
          email,
          gender: 'U',
          age: '40-49',
          birthday: '10-01',
          profile_image: picture,
        },
      }),
    },
  ],
  expects: ({ uuid, username, name, email, picture }) => ({
    id: uuid,
    name: username === 'alan' ? name : username,
    email,
    image: picture,
  }),
}
