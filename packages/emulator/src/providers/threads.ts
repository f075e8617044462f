import { requestedFields } from '../fields.ts'
import type { ProviderMock } from '../provider-mock.ts'

export const threads: ProviderMock = {
  id: 'threads',
  sources: [
    'https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions',
    'https://developers.facebook.com/documentation/threads/threads-profiles',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://threads.com/oauth/authorize',
    scope: ['threads_basic'],
    separator: ',',
    pkce: 'ignored',
  },
  token: {
    url: 'https://graph.threads.com/oauth/access_token',
    auth: ['post'],
    response: ({ access_token }, { number }) => ({ access_token, user_id: String(number) }),
  },
  resources: [
    {
      url: 'https://graph.threads.com/v1.0/me',
      response: ({ number, username, name, picture }, request) =>
        requestedFields(
          {
            id: String(number),
            username,
            name: username === 'alan' ? undefined : name,
            threads_profile_picture_url: picture,
            threads_biography: 'A biography',
            is_verified: false,
          },
          request,
          ['id'],
        ),
    },
  ],
  expects: ({ number, username, name, picture }) => ({
    id: String(number),
    name: username === 'alan' ? username : name,
    image: picture,
  }),
}
