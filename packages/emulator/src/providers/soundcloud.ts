import type { ProviderMock } from '../provider-mock.ts'

export const soundcloud: ProviderMock = {
  id: 'soundcloud',
  sources: [
    'https://developers.soundcloud.com/docs/api/guide',
    'https://github.com/soundcloud/api/blob/master/openapi/api.yaml',
    'https://github.com/soundcloud/api/blob/master/.cursor/skills/soundcloud-api-auth/SKILL.md',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://secure.soundcloud.com/authorize', pkce: 'required' },
  token: { url: 'https://secure.soundcloud.com/oauth/token', auth: ['post'] },
  resources: [
    {
      url: 'https://api.soundcloud.com/me',
      token: { scheme: 'OAuth' },
      type: 'application/json; charset=utf-8',
      response: ({ id, number, username, name, picture }) => ({
        kind: 'user',
        id: number,
        urn: `soundcloud:users:${number}`,
        username,
        full_name: id === 'alan' ? '' : name,
        avatar_url: picture ?? '',
        permalink: username,
        primary_email_confirmed: true,
      }),
    },
  ],
  expects: ({ id, number, username, name, picture }) => ({
    id: `soundcloud:users:${number}`,
    name: id === 'alan' ? username : name,
    image: picture,
  }),
}
