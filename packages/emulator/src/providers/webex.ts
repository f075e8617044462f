import type { ProviderMock } from '../provider-mock.ts'

export const webex: ProviderMock = {
  id: 'webex',
  sources: [
    'https://github.com/WebexSamples/webex-oauth-integration/blob/main/server.js',
    'https://developer.webex.com/docs/integrations',
    'https://developer.webex.com/docs/api/v1/people',
    'https://github.com/webex/webex-js-sdk',
    'https://learn.microsoft.com/en-us/connectors/webex',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://webexapis.com/v1/authorize',
    scope: ['spark:kms', 'spark:people_read'],
  },
  token: {
    url: 'https://webexapis.com/v1/access_token',
    auth: ['post'],
    response: (standard) => ({
      ...standard,
      expires_in: 1_209_599,
      refresh_token_expires_in: 7_776_000,
      token_type: 'Bearer',
    }),
  },
  resources: [
    {
      url: 'https://webexapis.com/v1/people/me',
      response: ({ uuid, name, given, family, email, picture }) => ({
        id: uuid,
        emails: email === undefined ? [] : [email, 'second@example.org'],
        phoneNumbers: [],
        displayName: name,
        nickName: given,
        firstName: given,
        lastName: family,
        avatar: picture,
        orgId: 'Y2lzY29zcGFyazovL3VzL09SR0FOSVpBVElPTi8x',
        created: '2015-10-18T14:26:16+00:00',
        status: 'active',
        type: 'person',
      }),
    },
  ],
  expects: ({ uuid, name, email, picture }) => ({ id: uuid, name, email, image: picture }),
}
