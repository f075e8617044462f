import type { ProviderMock } from '../provider-mock.ts'

const host = 'https://api.intra.42.fr'

export const _42School: ProviderMock = {
  id: '42-school',
  sources: [
    'https://api.intra.42.fr/apidoc/guides/web_application_flow',
    'https://api.intra.42.fr/apidoc/guides/getting_started',
    'https://api.intra.42.fr/apidoc/guides/specification',
    'https://api.intra.42.fr/apidoc/2.0/users/index.html',
  ],
  read: '2026-11-21',
  authorization: { url: `${host}/oauth/authorize`, scopes: ['public', 'projects', 'profile'], pkce: 'ignored' },
  token: {
    url: `${host}/oauth/token`,
    auth: ['basic', 'post'],
    response: ({ access_token, refresh_token }) => ({
      access_token,
      token_type: 'bearer',
      expires_in: 7200,
      refresh_token,
      scope: 'public',
      created_at: 1_700_000_000,
    }),
  },
  resources: [
    {
      url: `${host}/v2/me`,
      response: ({ id, number, username, given, family, name, email, picture }) => ({
        id: number,
        email: email ?? null,
        login: username,
        first_name: given,
        last_name: family,
        usual_full_name: id === 'ada' ? name : null,
        usual_first_name: null,
        url: `${host}/v2/users/${username}`,
        phone: 'hidden',
        displayname: id === 'alan' ? null : name,
        kind: 'student',
        image: { link: picture ?? null, versions: { large: picture ?? null, small: picture ?? null } },
        'staff?': false,
        correction_point: 4,
        pool_month: 'july',
        wallet: 0,
        'active?': true,
        campus: [{ id: 1, name: 'Paris' }],
      }),
    },
  ],
  expects: ({ id, number, username, name, email, picture }) => ({
    id: String(number),
    name: id === 'alan' ? username : name,
    email,
    image: picture,
  }),
}
