import type { ProviderMock } from '../provider-mock.ts'

export const pipedrive: ProviderMock = {
  id: 'pipedrive',
  sources: [
    'https://pipedrive.readme.io/docs/marketplace-oauth-authorization',
    'https://pipedrive.readme.io/docs/marketplace-oauth-and-api-proxy-status-codes',
    'https://pipedrive.readme.io/docs/marketplace-getting-user-data',
    'https://developers.pipedrive.com/docs/api/v1/Users',
    'https://github.com/pipedrive/client-nodejs',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://oauth.pipedrive.com/oauth/authorize', denial: 'user_denied' },
  token: {
    url: 'https://oauth.pipedrive.com/oauth/token',
    auth: ['basic', 'post'],
    response: ({ access_token, refresh_token }) => ({
      access_token,
      token_type: 'Bearer',
      refresh_token,
      scope: 'base',
      expires_in: 3599,
      api_domain: 'https://example.pipedrive.com',
    }),
  },
  resources: [
    {
      url: 'https://api.pipedrive.com/v1/users/me',
      response: ({ number, name, email, picture }) => ({
        success: true,
        data: {
          id: number,
          name,
          default_currency: 'USD',
          locale: 'en_US',
          lang: 1,
          email: email ?? '',
          phone: null,
          activated: true,
          last_login: '2020-01-01 00:00:00',
          created: '2020-01-01 00:00:00',
          has_created_company: true,
          is_admin: 1,
          active_flag: true,
          icon_url: picture ?? null,
          is_you: true,
          company_id: 1,
          company_name: 'Example',
          company_domain: 'example',
        },
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: String(number), name, email, image: picture }),
}
