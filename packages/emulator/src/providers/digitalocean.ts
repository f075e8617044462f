import type { ProviderMock } from '../provider-mock.ts'

export const digitalocean: ProviderMock = {
  id: 'digitalocean',
  sources: [
    'https://docs.digitalocean.com/reference/api/oauth',
    'https://github.com/digitalocean/openapi/blob/main/specification/resources/account/models/account.yml',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://cloud.digitalocean.com/v1/oauth/authorize', scope: ['account:read'] },
  token: {
    url: 'https://cloud.digitalocean.com/v1/oauth/token',
    auth: ['post'],
    response: (standard, { uuid, name, email }) => ({ ...standard, token_type: 'bearer', info: { name, email, uuid } }),
  },
  resources: [
    {
      url: 'https://api.digitalocean.com/v2/account',
      response: ({ uuid, name, email, emailVerified }) => ({
        account: {
          droplet_limit: 25,
          floating_ip_limit: 5,
          email,
          name,
          uuid,
          email_verified: emailVerified,
          status: 'active',
          status_message: '',
        },
      }),
    },
  ],
  expects: ({ uuid, name, email, emailVerified }) => ({ id: uuid, name, email, emailVerified }),
}
