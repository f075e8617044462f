import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://mastodon.example'

export const mastodon: ProviderMock = {
  id: 'mastodon',
  sources: [
    'https://docs.joinmastodon.org/methods/oauth/',
    'https://github.com/mastodon/documentation/blob/main/content/en/entities/Account.md',
    'https://github.com/mastodon/mastodon/blob/main/app/presenters/oauth_metadata_presenter.rb',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/oauth/authorize`, scope: ['read'] },
  token: {
    url: `${issuer}/oauth/token`,
    auth: ['basic', 'post'],
    response: ({ access_token, scope }) => ({ access_token, token_type: 'Bearer', scope, created_at: 1_573_979_017 }),
  },
  resources: [
    {
      url: `${issuer}/api/v1/accounts/verify_credentials`,
      response: ({ number, username, name, picture }) => ({
        id: String(number),
        username,
        acct: username,
        display_name: username === 'alan' ? '' : name,
        locked: false,
        bot: false,
        created_at: '2016-11-24T10:02:12.085Z',
        note: '',
        url: `${issuer}/@${username}`,
        avatar: picture ?? `${issuer}/avatars/original/missing.png`,
        avatar_static: picture ?? `${issuer}/avatars/original/missing.png`,
        followers_count: 0,
        source: { privacy: 'public', sensitive: false, language: '', note: '', fields: [] },
        emojis: [],
        fields: [],
      }),
    },
  ],
  expects: ({ number, username, name, picture }) => ({
    id: String(number),
    name: username === 'alan' ? username : name,
    image: picture ?? `${issuer}/avatars/original/missing.png`,
  }),
}
