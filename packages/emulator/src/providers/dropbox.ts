import type { ProviderMock } from '../provider-mock.ts'

export const dropbox: ProviderMock = {
  id: 'dropbox',
  sources: [
    'https://github.com/dropbox/dropbox-api-spec/blob/main/users.stone',
    'https://github.com/dropbox/dropbox-sdk-js/blob/main/src/auth.js',
    'https://dropbox.tech/developers/using-oauth-2-0-with-offline-access',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://www.dropbox.com/oauth2/authorize',
    scope: ['account_info.read'],
    // Without it Dropbox issues no refresh token.
    parameters: { token_access_type: 'offline' },
  },
  token: {
    url: 'https://api.dropboxapi.com/oauth2/token',
    auth: ['basic', 'post'],
    response: (standard, { id }) => ({ ...standard, token_type: 'bearer', uid: '12345', account_id: `dbid:${id}` }),
  },
  resources: [
    {
      url: 'https://api.dropboxapi.com/2/users/get_current_account',
      method: 'POST',
      response: ({ id, given, family, name, email, emailVerified, picture }) => ({
        account_id: `dbid:${id}`,
        name: {
          given_name: given,
          surname: family,
          familiar_name: given,
          display_name: name,
          abbreviated_name: `${given[0]}${family[0]}`,
        },
        email: email ?? '',
        email_verified: emailVerified,
        profile_photo_url: picture,
        disabled: false,
        country: 'US',
        locale: 'en',
        referral_link: 'https://db.tt/ZITNuhtI',
        is_paired: false,
        account_type: { '.tag': 'basic' },
      }),
    },
  ],
  expects: ({ id, name, email, emailVerified, picture }) => ({
    id: `dbid:${id}`,
    name,
    email,
    image: picture,
    emailVerified,
  }),
}
