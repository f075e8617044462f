import { requestedFields } from '../fields.ts'
import type { ProviderMock } from '../provider-mock.ts'

export const facebook: ProviderMock = {
  id: 'facebook',
  sources: [
    'https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow',
    'https://developers.facebook.com/docs/graph-api/changelog/versions',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://www.facebook.com/v26.0/dialog/oauth', scope: ['email'], separator: ',' },
  token: {
    url: 'https://graph.facebook.com/v26.0/oauth/access_token',
    auth: ['post'],
    response: ({ access_token }) => ({ access_token, token_type: 'bearer', expires_in: 5_183_944 }),
  },
  resources: [
    {
      url: 'https://graph.facebook.com/v26.0/me',
      response: ({ number, name, given, family, email, picture }, request) => {
        const url = picture ?? 'https://static.example.org/silhouette.png'
        const data = { height: 50, is_silhouette: picture === undefined, url, width: 50 }
        const all = { id: String(number), name, first_name: given, last_name: family, email, picture: { data } }
        return requestedFields(all, request, request.query.has('fields') ? ['id'] : ['id', 'name'])
      },
    },
  ],
  expects: ({ number, name, email, picture }) => ({
    id: String(number),
    name,
    email,
    image: picture ?? 'https://static.example.org/silhouette.png',
  }),
}
