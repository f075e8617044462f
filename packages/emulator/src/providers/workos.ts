import type { ProviderMock } from '../provider-mock.ts'

export const workos: ProviderMock = {
  id: 'workos',
  sources: ['https://github.com/workos/workos-node/blob/main/src/sso/sso.ts'],
  read: '2026-11-21',
  options: { connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5' },
  authorization: {
    url: 'https://api.workos.com/sso/authorize',
    parameters: { connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5' },
  },
  token: {
    url: 'https://api.workos.com/sso/token',
    auth: ['post'],
    response: ({ access_token }, { id }) => ({
      access_token,
      token_type: 'Bearer',
      expires_in: 600,
      profile: { object: 'profile', id: `prof_${id}` },
    }),
  },
  resources: [
    {
      url: 'https://api.workos.com/sso/profile',
      response: ({ id, given, family, email, picture, uuid }) => ({
        object: 'profile',
        id: `prof_${id}`,
        connection_id: 'conn_01E4ZCR3C56J083X43JQXF3JK5',
        organization_id: 'org_01EHWNCE74X7JSDV0X3SZ3KJNY',
        connection_type: 'OktaSAML',
        email: email ?? '',
        first_name: given,
        last_name: id === 'alan' ? null : family,
        idp_id: uuid,
        raw_attributes: { email, picture },
      }),
    },
  ],
  expects: ({ id, given, name, email, picture }) => ({
    id: `prof_${id}`,
    name: id === 'alan' ? given : name,
    email,
    image: picture,
  }),
}
