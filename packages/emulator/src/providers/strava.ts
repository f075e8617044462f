import type { ProviderMock } from '../provider-mock.ts'

export const strava: ProviderMock = {
  id: 'strava',
  sources: [
    'https://developers.strava.com/docs/authentication/',
    'https://developers.strava.com/swagger/swagger.json',
    'https://github.com/strava/go.strava/blob/master/oauth.go',
    'https://github.com/strava/go.strava/blob/master/athletes.go',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://www.strava.com/oauth/authorize',
    scope: ['read'],
    separator: ',',
    pkce: 'ignored',
    response: () => ({ scope: 'read' }),
  },
  token: {
    url: 'https://www.strava.com/api/v3/oauth/token',
    auth: ['post'],
    response: ({ access_token, refresh_token }, { number }) => ({
      token_type: 'Bearer',
      expires_at: 1_568_775_134,
      expires_in: 21_600,
      refresh_token,
      access_token,
      athlete: { id: number },
    }),
  },
  resources: [
    {
      url: 'https://www.strava.com/api/v3/athlete',
      response: ({ number, username, given, family, picture }) => ({
        id: number,
        username,
        resource_state: 3,
        firstname: given,
        lastname: username === 'alan' ? '' : family,
        city: '',
        state: '',
        country: null,
        sex: null,
        premium: true,
        created_at: '2017-11-14T02:30:05Z',
        updated_at: '2018-02-06T19:32:20Z',
        badge_type_id: 4,
        profile_medium: picture ?? 'avatar/athlete/medium.png',
        profile: picture ?? 'avatar/athlete/large.png',
        friend: null,
        follower: null,
      }),
    },
  ],
  expects: ({ number, username, given, name, picture }) => ({
    id: String(number),
    name: username === 'alan' ? given : name,
    image: picture,
  }),
}
