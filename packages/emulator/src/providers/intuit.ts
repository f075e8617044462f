import type { ProviderMock } from '../provider-mock.ts'

export const intuit: ProviderMock = {
  id: 'intuit',
  sources: [
    'https://github.com/intuit/oauth-jsclient/blob/master/src/OAuthClient.js',
    'https://github.com/intuit/QuickBooks-V3-Java-SDK/blob/develop/oauth2-platform-api/src/main/java/com/intuit/oauth2/data/UserInfoResponse.java',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://appcenter.intuit.com/connect/oauth2',
    scope: ['openid', 'profile', 'email'],
    response: () => ({ realmId: '4620816365' }),
  },
  token: {
    url: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    auth: ['basic'],
    response: (standard) => ({ ...standard, token_type: 'bearer', x_refresh_token_expires_in: 8_726_400 }),
  },
  resources: [
    {
      url: 'https://accounts.platform.intuit.com/v1/openid_connect/userinfo',
      response: ({ uuid, given, family, email, emailVerified }) => ({
        sub: uuid,
        ...(email === undefined ? {} : { email, emailVerified }),
        givenName: given,
        familyName: family,
        phoneNumberVerified: false,
      }),
    },
  ],
  expects: ({ uuid, name, email, emailVerified }) => ({ id: uuid, name, email, emailVerified }),
}
