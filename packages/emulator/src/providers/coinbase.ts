import type { ProviderMock } from '../provider-mock.ts'

export const coinbase: ProviderMock = {
  id: 'coinbase',
  sources: [
    'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/reference',
    'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/integrations',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://login.coinbase.com/oauth2/auth',
    scope: ['wallet:user:read', 'wallet:user:email'],
    scopes: ['wallet:user:read', 'wallet:user:email', 'wallet:accounts:read', 'offline_access'],
  },
  token: {
    url: 'https://login.coinbase.com/oauth2/token',
    auth: ['post'],
    response: ({ access_token, scope }) => ({ access_token, token_type: 'bearer', expires_in: 3600, scope }),
  },
  resources: [
    {
      url: 'https://api.coinbase.com/v2/user',
      response: ({ uuid, username, name, email, picture }) => ({
        data: {
          id: uuid,
          name,
          username,
          profile_location: null,
          profile_bio: null,
          profile_url: `https://coinbase.com/${username}`,
          avatar_url: picture ?? null,
          resource: 'user',
          resource_path: '/v2/user',
          email: email ?? null,
          time_zone: 'Pacific Time (US & Canada)',
          native_currency: 'USD',
          country: { code: 'US', name: 'United States' },
          created_at: '2015-01-31T20:49:02Z',
        },
      }),
    },
  ],
  expects: ({ uuid, name, email, picture }) => ({ id: uuid, name, email, image: picture }),
}
