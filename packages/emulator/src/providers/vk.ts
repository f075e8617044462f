import { credentialsOf } from '../credentials.ts'
import type { ProviderMock } from '../provider-mock.ts'

const { clientId } = credentialsOf('vk')

export const vk: ProviderMock = {
  id: 'vk',
  sources: [
    'https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description',
    'https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/start-integration/auth-without-sdk-web',
    'https://github.com/VKCOM/vkid-web-sdk',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://id.vk.ru/authorize',
    scope: ['email'],
    pkce: 'required',
    response: ({ id }) => ({ device_id: `device-of-${id}`, type: 'code_v2', expires_in: '600' }),
  },
  token: {
    url: 'https://id.vk.ru/oauth2/auth',
    auth: ['none'],
    parameters: { device_id: '*', state: '*' },
    response: ({ access_token, refresh_token, scope }, { number }) => ({
      access_token,
      refresh_token,
      id_token: undefined,
      token_type: 'Bearer',
      expires_in: 3600,
      user_id: number,
      state: 'state',
      scope,
    }),
  },
  resources: [
    {
      url: 'https://id.vk.ru/oauth2/user_info',
      method: 'POST',
      token: { body: 'access_token' },
      response: ({ number, given, family, email, picture }, { body }) =>
        new URLSearchParams(body).get('client_id') === clientId
          ? {
              user: {
                user_id: String(number),
                first_name: given,
                last_name: family,
                avatar: picture ?? '',
                email,
                sex: 0,
                verified: false,
                birthday: '',
              },
            }
          : undefined,
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: String(number), name, email, image: picture }),
}
