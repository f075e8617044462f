import type { ProviderMock } from '../provider-mock.ts'

export const linear: ProviderMock = {
  id: 'linear',
  sources: ['https://linear.app/developers/oauth-2-0-authentication'],
  read: '2026-11-21',
  authorization: { url: 'https://linear.app/oauth/authorize', scope: ['read'], separator: ',' },
  token: { url: 'https://api.linear.app/oauth/token', auth: ['post'] },
  resources: [
    {
      url: 'https://api.linear.app/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      response: ({ uuid, name, email, picture }, { body }) =>
        body.includes('viewer')
          ? { data: { viewer: { id: uuid, name, email: email ?? null, avatarUrl: picture ?? null } } }
          : { errors: [{ message: 'Syntax Error' }] },
    },
  ],
  expects: ({ uuid, name, email, picture }) => ({ id: uuid, name, email, image: picture }),
}
