import type { ProviderMock } from '../provider-mock.ts'

export const dribbble: ProviderMock = {
  id: 'dribbble',
  sources: ['https://developer.dribbble.com/v1/oauth/', 'https://developer.dribbble.com/v2/'],
  read: '2026-11-21',
  authorization: { url: 'https://dribbble.com/oauth/authorize' },
  token: {
    url: 'https://dribbble.com/oauth/token',
    auth: ['post'],
    response: ({ access_token }) => ({
      access_token,
      token_type: 'bearer',
      scope: 'public',
      created_at: 1_502_401_253,
    }),
  },
  resources: [
    {
      url: 'https://api.dribbble.com/v2/user',
      response: ({ number, name, username, picture }) => ({
        id: number,
        name,
        login: username,
        html_url: `https://dribbble.com/${username}`,
        avatar_url: picture ?? '',
        bio: '',
        location: '',
        links: {},
        can_upload_shot: true,
        pro: false,
        followers_count: 0,
        created_at: '2009-07-08T02:51:22Z',
        type: 'User',
        teams: [],
      }),
    },
  ],
  expects: ({ number, name, picture }) => ({ id: String(number), name, image: picture }),
}
