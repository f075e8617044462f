import type { ProviderMock } from '../provider-mock.ts'

const userinfo = 'https://1234567-sb1.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=12&deploy=1'

export const netsuite: ProviderMock = {
  id: 'netsuite',
  sources: [
    'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html',
    'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_160855590788.html',
    'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_4619215993.html',
  ],
  read: '2026-11-21',
  options: { accountID: '1234567_SB1', userinfo },
  authorization: {
    url: 'https://1234567-sb1.app.netsuite.com/app/login/oauth2/authorize.nl',
    scope: ['restlets'],
    response: () => ({ role: '3', entity: '12', company: '1234567_SB1' }),
  },
  token: {
    url: 'https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
    auth: ['basic'],
    response: ({ access_token, refresh_token }) => ({
      access_token,
      refresh_token,
      expires_in: '3600',
      token_type: 'bearer',
    }),
  },
  resources: [
    {
      url: userinfo,
      headers: { 'content-type': 'application/json' },
      response: ({ number, name, email }) => ({
        id: number,
        name,
        email: email ?? '',
        contact: 0,
        department: 0,
        location: 1,
        role: 3,
        roleCenter: 'BASIC',
        roleId: 'administrator',
        subsidiary: 1,
      }),
    },
  ],
  expects: ({ number, name, email }) => ({ id: String(number), name, email }),
}
