import type { Person } from '../person.ts'
import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://login.salesforce.com'
const organization = '00Dx0000000BV7z'

const subOf = ({ number }: Person): string => `${issuer}/id/${organization}/005x${number}`

export const salesforce: ProviderMock = {
  id: 'salesforce',
  sources: ['https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm'],
  read: '2026-11-21',
  authorization: { url: `${issuer}/services/oauth2/authorize`, scope: ['profile', 'email'] },
  token: {
    url: `${issuer}/services/oauth2/token`,
    auth: ['basic', 'post'],
    response: ({ access_token, refresh_token, id_token, scope }, person) => ({
      access_token,
      refresh_token,
      id_token,
      scope,
      signature: 'c2ln',
      instance_url: 'https://acme.my.salesforce.com',
      id: subOf(person),
      token_type: 'Bearer',
      issued_at: '1700000000000',
    }),
  },
  resources: [
    {
      url: `${issuer}/services/oauth2/userinfo`,
      response: (person) => ({
        sub: subOf(person),
        user_id: `005x${person.number}`,
        organization_id: organization,
        preferred_username: `${person.username}@acme.example`,
        nickname: person.username,
        name: person.name,
        email: person.email ?? null,
        email_verified: person.emailVerified,
        given_name: person.given,
        family_name: person.family,
        zoneinfo: 'Europe/London',
        photos: { picture: person.picture, thumbnail: person.picture },
        profile: `https://acme.my.salesforce.com/005x${person.number}`,
        picture: person.picture ?? null,
        active: true,
        user_type: 'STANDARD',
        language: 'en_US',
        updated_at: '2026-01-01T00:00:00Z',
      }),
    },
  ],
  openid: { issuer, claims: (person) => ({ sub: subOf(person) }) },
  expects: (person) => ({
    id: subOf(person),
    name: person.name,
    email: person.email,
    image: person.picture,
    emailVerified: person.emailVerified,
  }),
}
