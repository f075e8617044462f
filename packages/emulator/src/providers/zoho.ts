import type { ProviderMock } from '../provider-mock.ts'

export const zoho: ProviderMock = {
  id: 'zoho',
  sources: [
    'https://www.zoho.com/accounts/protocol/oauth/js-apps/access-token.html',
    'https://www.zoho.com/accounts/protocol/oauth/use-access-token.html',
    'https://www.zoho.com/mail/help/api/get-single-user.html',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://accounts.zoho.com/oauth/v2/auth',
    scope: ['AaaServer.profile.Read'],
    separator: ',',
    response: () => ({ location: 'us', 'accounts-server': 'https://accounts.zoho.com' }),
  },
  token: {
    url: 'https://accounts.zoho.com/oauth/v2/token',
    auth: ['post'],
    response: ({ access_token, scope }) => ({
      access_token,
      scope,
      api_domain: 'https://www.zohoapis.com',
      token_type: 'Bearer',
      expires_in: 3600,
    }),
  },
  resources: [
    {
      url: 'https://accounts.zoho.com/oauth/user/info',
      response: ({ id, number, given, family, name, email }) => ({
        First_Name: given,
        Email: email ?? '',
        Last_Name: id === 'alan' ? '' : family,
        Display_Name: name,
        ZUID: number,
      }),
    },
  ],
  expects: ({ id, number, given, name, email }) => ({ id: String(number), name: id === 'alan' ? given : name, email }),
}
