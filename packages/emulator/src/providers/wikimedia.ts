import type { ProviderMock } from '../provider-mock.ts'

export const wikimedia: ProviderMock = {
  id: 'wikimedia',
  sources: [
    'https://github.com/wikimedia/mediawiki-extensions-OAuth/blob/master/extension.json',
    'https://github.com/wikimedia/mediawiki-extensions-OAuth/blob/master/src/UserStatementProvider.php',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize' },
  token: {
    url: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
    auth: ['basic', 'post'],
    headers: { 'user-agent': '*' },
    response: ({ access_token, refresh_token }) => ({
      token_type: 'Bearer',
      expires_in: 14_400,
      access_token,
      refresh_token,
    }),
  },
  resources: [
    {
      url: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile',
      headers: { 'user-agent': '*' },
      response: ({ number, username, email, emailVerified }) => ({
        sub: number,
        username,
        editcount: 42,
        confirmed_email: emailVerified,
        blocked: false,
        registered: '20050713015222',
        groups: ['*', 'user', 'autoconfirmed'],
        rights: ['createaccount', 'read', 'edit'],
        realname: '',
        email,
      }),
    },
  ],
  expects: ({ number, username, email, emailVerified }) => ({
    id: String(number),
    name: username,
    email,
    emailVerified,
  }),
}
