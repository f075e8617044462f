import type { ProviderMock } from '../provider-mock.ts'

const host = 'https://app.vssps.visualstudio.com'

export const azureDevops: ProviderMock = {
  id: 'azure-devops',
  sources: [
    'https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/azure-devops-oauth',
    'https://learn.microsoft.com/en-us/rest/api/azure/devops/profile/profiles/get',
  ],
  read: '2026-11-21',
  authorization: {
    url: `${host}/oauth2/authorize`,
    parameters: { response_type: 'Assertion' },
    scope: ['vso.profile'],
    pkce: 'ignored',
  },
  token: {
    url: `${host}/oauth2/token`,
    auth: ['secret'],
    names: { client_secret: 'client_assertion', code: 'assertion' },
    parameters: {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      redirect_uri: '*',
    },
    response: ({ access_token, refresh_token }) => ({
      access_token,
      token_type: 'jwt-bearer',
      expires_in: '3599',
      refresh_token,
    }),
  },
  resources: [
    {
      url: `${host}/_apis/profile/profiles/me?api-version=7.1`,
      response: ({ uuid, name, email }) => ({
        displayName: name,
        publicAlias: uuid,
        emailAddress: email,
        coreRevision: 1647,
        timeStamp: '2014-05-08T16:13:22.2766667+00:00',
        id: uuid,
        revision: 1647,
      }),
    },
  ],
  expects: ({ uuid, name, email }) => ({ id: uuid, name, email }),
}
