import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const issuer = 'https://fusionauth.example.com'
const tenantId = '30663132-6464-6665-3032-326466613934'

/** Each account has different parts of a name. */
const namesOf = ({ id, name, username, given, family }: Person): Json => {
  if (id === 'ada') return { name }
  return id === 'grace' ? { preferred_username: username } : { given_name: given, family_name: family }
}

const claims = (person: Person): Json & { readonly sub: string } => ({
  sub: person.uuid,
  jti: 'f47ac10b',
  authenticationType: 'PASSWORD',
  applicationId: '3c219e58-ed0e-4b18-ad48-f4f92793ae32',
  tid: tenantId,
  ...namesOf(person),
  ...(person.email === undefined ? {} : { email: person.email, email_verified: person.emailVerified }),
  picture: person.picture,
})

export const fusionauth: ProviderMock = {
  id: 'fusionauth',
  sources: ['https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/endpoints'],
  read: '2026-11-21',
  options: { issuer, tenantId },
  authorization: {
    url: `${issuer}/oauth2/authorize`,
    parameters: { tenantId },
    scope: ['profile', 'email'],
    response: () => ({ locale: 'en', userState: 'Authenticated' }),
  },
  token: {
    url: `${issuer}/oauth2/token`,
    auth: ['basic', 'post'],
    response: (standard, { uuid }) => ({ ...standard, userId: uuid }),
  },
  resources: [{ url: `${issuer}/oauth2/userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: ({ id, uuid, name, username, email, picture, emailVerified }) => ({
    id: uuid,
    name: id === 'grace' ? username : name,
    email,
    image: picture,
    emailVerified,
  }),
}
