import { requestedFields } from '../fields.ts'
import type { ProviderMock } from '../provider-mock.ts'

export const tiktok: ProviderMock = {
  id: 'tiktok',
  sources: [
    'https://developers.tiktok.com/doc/login-kit-web',
    'https://developers.tiktok.com/doc/oauth-get-a-user-access-token',
    'https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://www.tiktok.com/v2/auth/authorize/',
    parameters: { client_key: 'emulated-tiktok' },
    scope: ['user.info.basic'],
    separator: ',',
    // Only mobile and desktop applications must send a verifier.
    pkce: 'ignored',
  },
  token: {
    url: 'https://open.tiktokapis.com/v2/oauth/token/',
    auth: ['post'],
    names: { client_id: 'client_key' },
    response: (standard, { id }) => ({ ...standard, open_id: `_000${id}`, refresh_expires_in: 15_552_000 }),
  },
  resources: [
    {
      url: 'https://open.tiktokapis.com/v2/user/info/',
      response: ({ id, name, picture }, request) => {
        const user = {
          open_id: `_000${id}`,
          union_id: `c9c60f44-${id}`,
          display_name: name,
          avatar_url: picture ?? '',
          username: id,
        }
        return { data: { user: requestedFields(user, request) }, error: { code: 'ok', message: '', log_id: '2022' } }
      },
    },
  ],
  expects: ({ id, name, picture }) => ({ id: `_000${id}`, name, image: picture }),
}
