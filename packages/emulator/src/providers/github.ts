import type { ProviderMock } from '../provider-mock.ts'

export const github: ProviderMock = {
  id: 'github',
  sources: [
    'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
    'https://github.blog/changelog/2025-07-14-pkce-support-for-oauth-and-github-app-authentication',
    'https://docs.github.com/en/rest/users/emails',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://github.com/login/oauth/authorize',
    scope: ['read:user', 'user:email'],
    iss: 'https://github.com/login/oauth',
  },
  token: {
    url: 'https://github.com/login/oauth/access_token',
    auth: ['basic', 'post'],
    // Without this header the response is form-encoded.
    headers: { accept: 'application/json' },
    response: ({ access_token, scope }) => ({
      access_token,
      scope: String(scope).replaceAll(' ', ','),
      token_type: 'bearer',
    }),
  },
  resources: [
    {
      url: 'https://api.github.com/user',
      headers: { 'user-agent': '*' },
      response: ({ username, number, name, email, emailVerified, picture }) => ({
        login: username,
        id: number,
        node_id: 'MDQ6VXNlcjE=',
        avatar_url: picture ?? null,
        gravatar_id: '',
        url: `https://api.github.com/users/${username}`,
        html_url: `https://github.com/${username}`,
        type: 'User',
        site_admin: false,
        name: username === 'alan' ? null : name,
        company: null,
        // The public address, which is not necessarily verified.
        email: emailVerified ? null : (email ?? null),
        public_repos: 2,
        created_at: '2008-01-14T04:33:35Z',
      }),
    },
    {
      url: 'https://api.github.com/user/emails',
      headers: { 'user-agent': '*' },
      response: ({ email, emailVerified }) => [
        { email: 'old@example.org', primary: false, verified: true, visibility: null },
        ...(email === undefined ? [] : [{ email, primary: true, verified: emailVerified, visibility: 'private' }]),
      ],
    },
  ],
  expects: ({ id, username, number, name, email, emailVerified, picture }) => ({
    id: String(number),
    name: id === 'alan' ? username : name,
    ...(emailVerified ? { email } : {}),
    image: picture,
    emailVerified,
  }),
}
