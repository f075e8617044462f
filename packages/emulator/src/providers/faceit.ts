import type { ProviderMock } from '../provider-mock.ts'

export const faceit: ProviderMock = {
  id: 'faceit',
  sources: [
    'https://docs.faceit.com/getting-started/authentication/oauth2',
    'https://forums.faceit.com/t/faceit-connect-401-during-the-token-request/2100',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://accounts.faceit.com/accounts',
    parameters: { redirect_popup: 'true' },
    scope: ['openid', 'profile', 'email'],
    pkce: 'required',
  },
  token: {
    url: 'https://api.faceit.com/auth/v1/oauth/token',
    auth: ['basic'],
    response: (standard) => ({ ...standard, token_type: 'Bearer', id_token: undefined }),
  },
  resources: [
    {
      url: 'https://api.faceit.com/auth/v1/resources/userinfo',
      response: ({ uuid, username, given, family, email, picture }) => ({
        iss: 'https://api.faceit.com/auth',
        aud: 'emulated-faceit',
        guid: uuid,
        nickname: username,
        given_name: given,
        family_name: family,
        birthdate: '1990-01-01',
        locale: 'en-us',
        memberships: ['free'],
        email,
        picture,
      }),
    },
  ],
  expects: ({ uuid, username, email, picture }) => ({ id: uuid, name: username, email, image: picture }),
}
