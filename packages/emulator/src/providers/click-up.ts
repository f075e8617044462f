import type { ProviderMock } from '../provider-mock.ts'

export const clickUp: ProviderMock = {
  id: 'click-up',
  sources: ['https://developer.clickup.com/docs/authentication'],
  read: '2026-11-21',
  authorization: { url: 'https://app.clickup.com/api', scopes: [], pkce: 'ignored' },
  token: {
    url: 'https://api.clickup.com/api/v2/oauth/token',
    auth: ['post'],
    body: 'json',
    response: ({ access_token }) => ({ access_token }),
  },
  resources: [
    {
      url: 'https://api.clickup.com/api/v2/user',
      response: ({ number, name, email, picture, given, family }) => ({
        user: {
          id: number,
          username: name,
          email,
          color: '#000000',
          profilePicture: picture ?? null,
          initials: `${given.slice(0, 1)}${family.slice(0, 1)}`,
          week_start_day: null,
          global_font_support: false,
          timezone: 'Europe/London',
        },
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: String(number), name, email, image: picture }),
}
