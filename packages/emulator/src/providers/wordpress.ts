import type { ProviderMock } from '../provider-mock.ts'

export const wordpress: ProviderMock = {
  id: 'wordpress',
  sources: ['https://developer.wordpress.com/docs/api/1.1/get/me/', 'https://github.com/Automattic/node-wpcom-oauth'],
  read: '2026-11-21',
  authorization: {
    url: 'https://public-api.wordpress.com/oauth2/authorize',
    scope: ['auth'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://public-api.wordpress.com/oauth2/token',
    auth: ['post'],
    response: ({ access_token }) => ({ access_token, token_type: 'bearer', blog_id: '0', blog_url: '', scope: 'auth' }),
  },
  resources: [
    {
      url: 'https://public-api.wordpress.com/rest/v1/me',
      response: ({ number, username, name, email, picture }) => ({
        ID: number,
        display_name: username === 'alan' ? '' : name,
        username,
        email: email ?? '',
        primary_blog: 3_584_907,
        language: 'en',
        token_site_id: false,
        token_scope: ['auth'],
        avatar_URL: picture ?? '',
        profile_URL: `https://en.gravatar.com/${username}`,
        verified: true,
        meta: { links: { self: 'https://public-api.wordpress.com/rest/v1/me' } },
      }),
    },
  ],
  expects: ({ number, username, name, email, picture }) => ({
    id: String(number),
    name: username === 'alan' ? username : name,
    email,
    image: picture,
  }),
}
