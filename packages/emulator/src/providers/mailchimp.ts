import type { ProviderMock } from '../provider-mock.ts'

export const mailchimp: ProviderMock = {
  id: 'mailchimp',
  sources: [
    'https://developer.mailchimp.com/documentation/mailchimp/guides/how-to-use-oauth2/',
    'https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/',
    'https://github.com/mailchimp/OAuth2-sample-apps/blob/master/php5/OAuth2Client.php',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://login.mailchimp.com/oauth2/authorize', pkce: 'ignored' },
  token: {
    url: 'https://login.mailchimp.com/oauth2/token',
    auth: ['post'],
    response: ({ access_token }) => ({ access_token, expires_in: 0, scope: null }),
  },
  resources: [
    {
      url: 'https://login.mailchimp.com/oauth2/metadata',
      token: { scheme: 'OAuth' },
      response: ({ number, name, username, email, picture }) => ({
        dc: 'us6',
        role: 'owner',
        accountname: `${name}'s letters`,
        user_id: 15_197_693,
        login: {
          email: email ?? '',
          avatar: picture ?? null,
          login_id: number,
          login_name: username,
          login_email: email ?? '',
        },
        login_url: 'https://login.mailchimp.com',
        api_endpoint: 'https://us6.api.mailchimp.com',
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({
    id: String(number),
    name: `${name}'s letters`,
    email,
    image: picture,
  }),
}
