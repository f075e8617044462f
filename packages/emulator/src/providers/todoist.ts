import type { ProviderMock } from '../provider-mock.ts'

export const todoist: ProviderMock = {
  id: 'todoist',
  sources: ['https://developer.todoist.com/api/v1'],
  read: '2026-11-21',
  authorization: {
    url: 'https://todoist.com/oauth/authorize',
    scope: ['data:read'],
    separator: ',',
    pkce: 'ignored',
  },
  token: {
    url: 'https://todoist.com/oauth/access_token',
    auth: ['post'],
    response: ({ access_token }) => ({ access_token, token_type: 'Bearer' }),
  },
  resources: [
    {
      url: 'https://api.todoist.com/api/v1/user',
      response: ({ number, name, email, emailVerified, picture }) => ({
        id: String(number),
        email,
        full_name: name,
        avatar_big: picture ?? null,
        avatar_medium: picture ?? null,
        avatar_s640: picture ?? null,
        avatar_small: picture ?? null,
        image_id: null,
        inbox_project_id: '6X7rM8997g3RQmvh',
        is_premium: false,
        karma: 0,
        lang: 'en',
        verification_status: emailVerified ? 'verified' : 'unverified',
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: String(number), name, email, image: picture }),
}
