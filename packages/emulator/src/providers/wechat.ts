import type { ProviderMock } from '../provider-mock.ts'

export const wechat: ProviderMock = {
  id: 'wechat',
  sources: [
    'https://developers.weixin.qq.com/doc/service/guide/h5/auth.html',
    'https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsaccesstoken.html',
    'https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsuserinfo.html',
    'https://developers.weixin.qq.com/doc/oplatform/developers/dev/auth/web.md',
    'https://developers.weixin.qq.com/community/develop/doc/000c2c34068880629ced91a2f56001',
  ],
  read: '2026-11-21',
  authorization: {
    url: 'https://open.weixin.qq.com/connect/oauth2/authorize',
    parameters: { appid: 'emulated-wechat' },
    scope: ['snsapi_userinfo'],
    separator: ',',
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
    method: 'GET',
    body: 'query',
    auth: ['post'],
    names: { client_id: 'appid', client_secret: 'secret' },
    type: 'text/plain',
    response: ({ access_token, refresh_token, scope }, { username, uuid }) => ({
      access_token,
      expires_in: 7200,
      refresh_token,
      openid: `o6_${username}`,
      scope,
      ...(username === 'alan' ? {} : { unionid: uuid }),
    }),
  },
  resources: [
    {
      url: 'https://api.weixin.qq.com/sns/userinfo?lang=zh_CN',
      token: { query: 'access_token' },
      type: 'text/plain',
      response: ({ username, name, uuid, picture }, { query }) =>
        query.get('openid') === `o6_${username}`
          ? {
              openid: `o6_${username}`,
              nickname: name,
              sex: 0,
              province: '',
              city: '',
              country: '',
              headimgurl: picture ?? '',
              privilege: [],
              // For Alan the application is not bound to the Open Platform.
              ...(username === 'alan' ? {} : { unionid: uuid }),
            }
          : { errcode: 40_003, errmsg: 'invalid openid' },
    },
  ],
  expects: ({ username, uuid, name, picture }) => ({
    id: username === 'alan' ? 'o6_alan' : uuid,
    name,
    image: picture,
  }),
}
