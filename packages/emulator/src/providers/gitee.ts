import type { ProviderMock } from '../provider-mock.ts'

export const gitee: ProviderMock = {
  id: 'gitee',
  sources: [
    'https://github.com/vert-x3/vertx-auth',
    'https://github.com/oschina/mcp-gitee/blob/master/operations/types/basic.go',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://gitee.com/oauth/authorize', scope: ['user_info', 'emails'] },
  token: {
    url: 'https://gitee.com/oauth/token',
    auth: ['post'],
    response: (standard) => ({ ...standard, token_type: 'bearer', created_at: 1_600_000_000 }),
  },
  resources: [
    {
      url: 'https://gitee.com/api/v5/user',
      response: ({ id, number, username, name, email, picture }) => ({
        id: number,
        login: username,
        name: id === 'alan' ? '' : name,
        avatar_url: picture ?? '',
        html_url: `https://gitee.com/${username}`,
        remark: '',
        email: email ?? null,
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
