import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const TENANT = '9122040d-6c67-4c5b-b112-36a304b66dad'
const host = 'https://login.microsoftonline.com'

const subOf = ({ id, number }: Person): string => `AAAAAAAAAAAAAAAAAAAAA${id}${number}`

/** The optional claims are on. Only an address in a verified domain has `xms_edov`. */
const claims = (person: Person): Json & { readonly sub: string } => ({
  iss: `${host}/${TENANT}/v2.0`,
  ver: '2.0',
  sub: subOf(person),
  oid: person.uuid,
  tid: TENANT,
  name: person.name,
  preferred_username: `${person.username}@contoso.example`,
  ...(person.email === undefined ? {} : { email: person.email, xms_edov: person.emailVerified }),
})

export const microsoftEntraId: ProviderMock = {
  id: 'microsoft-entra-id',
  sources: ['https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference'],
  read: '2026-11-21',
  authorization: { url: `${host}/common/oauth2/v2.0/authorize`, scope: ['profile', 'email'] },
  token: { url: `${host}/common/oauth2/v2.0/token`, auth: ['post', 'basic'] },
  resources: [
    { url: 'https://graph.microsoft.com/oidc/userinfo', response: claims },
    {
      url: 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value',
      type: 'image/jpeg',
      response: ({ picture, username }) => (picture === undefined ? undefined : `The photo of ${username}`),
    },
  ],
  openid: { issuer: `${host}/common/v2.0`, published: `${host}/{tenantid}/v2.0`, claims },
  expects: (person) => ({
    id: subOf(person),
    name: person.name,
    email: person.email,
    emailVerified: person.emailVerified,
  }),
}
