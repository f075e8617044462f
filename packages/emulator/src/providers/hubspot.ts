import { credentialsOf } from '../credentials.ts'
import type { ProviderMock } from '../provider-mock.ts'

const { clientId, clientSecret } = credentialsOf('hubspot')

export const hubspot: ProviderMock = {
  id: 'hubspot',
  sources: [
    'https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide',
    'https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/token-introspect',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://app.hubspot.com/oauth/authorize', scope: ['oauth'] },
  token: {
    url: 'https://api.hubapi.com/oauth/v3/token',
    auth: ['post'],
    response: ({ access_token, refresh_token }, { number }) => ({
      access_token,
      refresh_token,
      expires_in: 1800,
      hub_id: 62_515,
      user_id: number,
      scopes: ['oauth'],
      token_type: 'bearer',
      token_use: 'access_token',
    }),
  },
  resources: [
    {
      url: 'https://api.hubapi.com/oauth/v3/token/introspect',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      token: { body: 'token' },
      response: ({ number, email }, { body }) => {
        const form = new URLSearchParams(body)
        if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) return undefined
        if (form.get('token_type_hint') !== 'access_token') return undefined
        return {
          active: true,
          app_id: 456_789,
          client_id: clientId,
          expires_in: 1754,
          hub_domain: 'demo.hubspot.com',
          hub_id: 62_515,
          is_private_distribution: false,
          scopes: ['oauth'],
          token: form.get('token'),
          token_type: 'access',
          token_use: 'access_token',
          user: email,
          user_id: number,
        }
      },
    },
  ],
  expects: ({ number, email }) => ({ id: String(number), ...(email === undefined ? {} : { name: email, email }) }),
}
