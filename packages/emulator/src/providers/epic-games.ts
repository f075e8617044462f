import type { ProviderMock } from '../provider-mock.ts'

export const epicGames: ProviderMock = {
  id: 'epic-games',
  sources: ['https://dev.epicgames.com/docs/web-api-ref/authentication'],
  read: '2026-11-21',
  authorization: { url: 'https://www.epicgames.com/id/authorize', scope: ['basic_profile'] },
  token: { url: 'https://api.epicgames.dev/epic/oauth/v2/token', auth: ['basic'] },
  resources: [
    {
      url: 'https://api.epicgames.dev/epic/oauth/v2/userInfo',
      response: ({ uuid, username }) => ({ sub: uuid.replaceAll('-', ''), preferred_username: username }),
    },
  ],
  expects: ({ uuid, username }) => ({ id: uuid.replaceAll('-', ''), name: username }),
}
