import type { ProviderMock } from '../provider-mock.ts'

export const figma: ProviderMock = {
  id: 'figma',
  sources: [
    'https://developers.figma.com/docs/rest-api/scopes/',
    'https://developers.figma.com/docs/rest-api/authentication',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://www.figma.com/oauth', scope: ['current_user:read'] },
  token: {
    url: 'https://api.figma.com/v1/oauth/token',
    auth: ['basic'],
    response: ({ access_token, refresh_token }, { number }) => ({
      user_id_string: String(number),
      access_token,
      token_type: 'bearer',
      expires_in: 7_776_000,
      refresh_token,
    }),
  },
  resources: [
    {
      url: 'https://api.figma.com/v1/me',
      response: ({ number, name, email, picture }) => ({
        id: String(number),
        email: email ?? '',
        handle: name,
        img_url: picture ?? '',
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: String(number), name, email, image: picture }),
}
