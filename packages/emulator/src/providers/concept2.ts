import type { ProviderMock } from '../provider-mock.ts'

const host = 'https://log.concept2.com'

export const concept2: ProviderMock = {
  id: 'concept2',
  sources: ['https://log.concept2.com/developers/documentation/'],
  read: '2026-11-21',
  authorization: { url: `${host}/oauth/authorize`, scope: ['user:read'], separator: ',', pkce: 'ignored' },
  token: {
    url: `${host}/oauth/access_token`,
    auth: ['basic', 'post'],
    response: ({ access_token, refresh_token }) => ({
      access_token,
      token_type: 'Bearer',
      expires_in: 604_800,
      refresh_token,
    }),
  },
  resources: [
    {
      url: `${host}/api/users/me`,
      response: ({ number, username, given, family, email, picture }) => ({
        data: {
          id: number,
          username,
          first_name: given,
          last_name: family,
          gender: 'F',
          dob: '1977-08-19',
          email: email ?? null,
          country: 'GBR',
          profile_image: picture ?? null,
          age_restricted: false,
          email_permission: null,
          max_heart_rate: null,
          weight: null,
          logbook_privacy: null,
        },
      }),
    },
  ],
  expects: ({ number, username, email, picture }) => ({ id: String(number), name: username, email, image: picture }),
}
