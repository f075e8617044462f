import type { ProviderMock } from '../provider-mock.ts'

export const spotify: ProviderMock = {
  id: 'spotify',
  sources: [
    'https://github.com/spotify/web-api-examples/blob/master/authorization/authorization_code/app.js',
    'https://developer.spotify.com/documentation/web-api/tutorials/client-credentials-flow',
    'https://metacpan.org/pod/Net::Async::Spotify::Object::Generated::PrivateUser',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://accounts.spotify.com/authorize', scope: ['user-read-email'] },
  token: { url: 'https://accounts.spotify.com/api/token', auth: ['basic'] },
  resources: [
    {
      url: 'https://api.spotify.com/v1/me',
      response: ({ username, name, email, picture }) => ({
        display_name: username === 'alan' ? null : name,
        email: email ?? '',
        external_urls: { spotify: `https://open.spotify.com/user/${username}` },
        followers: { href: null, total: 0 },
        href: `https://api.spotify.com/v1/users/${username}`,
        id: username,
        images: picture === undefined ? [] : [{ url: picture, height: 300, width: 300 }],
        type: 'user',
        uri: `spotify:user:${username}`,
      }),
    },
  ],
  expects: ({ username, name, email, picture }) => ({
    id: username,
    ...(username === 'alan' ? {} : { name }),
    email,
    image: picture,
  }),
}
