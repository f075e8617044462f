import type { ProviderMock } from '../provider-mock.ts'

export const box: ProviderMock = {
  id: 'box',
  sources: [
    'https://developer.box.com/reference/get-users-me/',
    'https://developer.box.com/reference/post-oauth2-token/',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://account.box.com/api/oauth2/authorize',
    scopes: ['root_readonly', 'root_readwrite', 'manage_managed_users'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.box.com/oauth2/token',
    auth: ['post'],
    response: ({ access_token, refresh_token }) => ({
      access_token,
      expires_in: 3600,
      token_type: 'bearer',
      restricted_to: [],
      refresh_token,
    }),
  },
  resources: [
    {
      url: 'https://api.box.com/2.0/users/me',
      response: ({ number, name, email, picture }) => ({
        type: 'user',
        id: String(number),
        name,
        // A managed account may have no mailbox.
        login: email ?? '',
        created_at: '2012-03-26T15:43:07-07:00',
        modified_at: '2012-12-12T11:34:29-08:00',
        language: 'en',
        timezone: 'Africa/Bujumbura',
        space_amount: 5_368_709_120,
        space_used: 2_377_016,
        max_upload_size: 262_144_000,
        status: 'active',
        job_title: 'Employee',
        phone: '5555555555',
        address: '555 Office Drive',
        avatar_url: picture ?? '',
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: String(number), name, email, image: picture }),
}
