import type { ProviderMock } from '../provider-mock.ts'

export const yandex: ProviderMock = {
  id: 'yandex',
  sources: [
    'https://yandex.ru/dev/id/doc/en/codes/code-url',
    'https://yandex.ru/dev/id/doc/en/user-information',
    'https://yandex.com/dev/id/doc/dg/reference/response.html',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://oauth.yandex.ru/authorize',
    scope: ['login:info', 'login:email', 'login:avatar'],
    response: () => ({ cid: 'x' }),
  },
  token: {
    url: 'https://oauth.yandex.ru/token',
    auth: ['basic', 'post'],
    response: ({ access_token, refresh_token }) => ({
      token_type: 'bearer',
      access_token,
      expires_in: 31_536_000,
      refresh_token,
    }),
  },
  resources: [
    {
      url: 'https://login.yandex.ru/info',
      token: { scheme: 'OAuth' },
      response: ({ number, username, name, given, family, email, picture }) => ({
        id: String(number),
        login: username,
        client_id: 'emulated-yandex',
        ...(username === 'alan' ? {} : { display_name: username }),
        real_name: name,
        first_name: given,
        last_name: family,
        sex: null,
        ...(email === undefined ? { emails: [] } : { default_email: email, emails: [email] }),
        psuid: '1.AAceCw',
        is_avatar_empty: picture === undefined,
        default_avatar_id: picture === undefined ? '0/0-0' : `131652443/${number}`,
      }),
    },
  ],
  expects: ({ number, username, name, email, picture }) => ({
    id: String(number),
    name: username === 'alan' ? name : username,
    email,
    ...(picture === undefined ? {} : { image: `https://avatars.yandex.net/get-yapic/131652443/${number}/islands-200` }),
  }),
}
