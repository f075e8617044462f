import type { ProviderMock } from '../provider-mock.ts'

export const mailru: ProviderMock = {
  id: 'mailru',
  sources: [
    'https://help.mail.ru/developers/oauth/about',
    'https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index',
    'https://github.com/mailru/mail-auth-sdk-android/blob/master/sdk/src/main/java/ru/mail/auth/sdk/api/user/UserInfoRequest.java',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://oauth.mail.ru/login', scope: ['userinfo'] },
  token: {
    url: 'https://oauth.mail.ru/token',
    auth: ['basic', 'post'],
    response: ({ access_token, refresh_token }) => ({
      access_token,
      refresh_token,
      token_type: 'bearer',
      expires_in: 3600,
    }),
  },
  resources: [
    {
      url: 'https://oauth.mail.ru/userinfo',
      token: { query: 'access_token' },
      response: ({ number, name, username, given, family, email, picture }) => ({
        id: String(number),
        client_id: 'emulated-mailru',
        gender: 'f',
        ...(username === 'alan' ? {} : { name }),
        nickname: username,
        locale: 'ru_RU',
        first_name: given,
        last_name: family,
        email: email ?? '',
        birthday: '',
        image: picture ?? '',
      }),
    },
  ],
  expects: ({ number, name, username, email, picture }) => ({
    id: String(number),
    name: username === 'alan' ? username : name,
    email,
    image: picture,
  }),
}
