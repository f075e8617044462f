import type { ProviderMock } from '../provider-mock.ts'

export const osu: ProviderMock = {
  id: 'osu',
  sources: ['https://osu.ppy.sh/docs/'],
  read: '2026-11-21',
  authorization: { url: 'https://osu.ppy.sh/oauth/authorize', scope: ['identify'] },
  token: {
    url: 'https://osu.ppy.sh/oauth/token',
    auth: ['post'],
    response: ({ access_token, refresh_token }) => ({
      access_token,
      expires_in: 86_400,
      refresh_token,
      token_type: 'Bearer',
    }),
  },
  resources: [
    {
      url: 'https://osu.ppy.sh/api/v2/me',
      response: ({ number, username, picture }) => ({
        avatar_url: picture ?? 'https://osu.ppy.sh/images/layout/avatar-guest.png',
        country_code: 'AU',
        default_group: 'default',
        id: number,
        is_active: true,
        is_bot: false,
        is_deleted: false,
        is_online: true,
        is_supporter: false,
        last_visit: null,
        username,
        join_date: '2010-01-01T00:00:00+00:00',
        kudosu: { total: 20, available: 10 },
        playmode: 'osu',
      }),
    },
  ],
  expects: ({ number, username, picture }) => ({
    id: String(number),
    name: username,
    image: picture ?? 'https://osu.ppy.sh/images/layout/avatar-guest.png',
  }),
}
