import type { ProviderMock } from '../provider-mock.ts'

export const pinterest: ProviderMock = {
  id: 'pinterest',
  sources: ['https://github.com/pinterest/pinterest-python-generated-api-client/blob/main/docs/Account.md'],
  read: '2026-11-21',
  authorization: {
    url: 'https://www.pinterest.com/oauth',
    scope: ['user_accounts:read'],
    separator: ',',
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.pinterest.com/v5/oauth/token',
    auth: ['basic'],
    response: (standard) => ({
      ...standard,
      response_type: 'authorization_code',
      token_type: 'bearer',
      expires_in: 2_592_000,
      refresh_token_expires_in: 31_536_000,
    }),
  },
  resources: [
    {
      url: 'https://api.pinterest.com/v5/user_account',
      response: ({ number, username, picture }) => ({
        account_type: 'PINNER',
        id: `27831361${number}`,
        profile_image: picture ?? '',
        website_url: '',
        username,
        about: '',
        business_name: null,
        board_count: 14,
        pin_count: 339,
        follower_count: 10,
        following_count: 347,
        monthly_views: 163,
      }),
    },
  ],
  expects: ({ number, username, picture }) => ({ id: `27831361${number}`, name: username, image: picture }),
}
