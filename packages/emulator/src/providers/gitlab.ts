import type { ProviderMock } from '../provider-mock.ts'

export const gitlab: ProviderMock = {
  id: 'gitlab',
  sources: ['https://docs.gitlab.com/api/oauth2/', 'https://docs.gitlab.com/api/users/'],
  read: '2026-11-21',
  authorization: { url: 'https://gitlab.com/oauth/authorize', scope: ['read_user'] },
  token: {
    url: 'https://gitlab.com/oauth/token',
    auth: ['basic', 'post'],
    response: (standard) => ({ ...standard, created_at: 1_607_635_748, expires_in: 7200 }),
  },
  resources: [
    {
      url: 'https://gitlab.com/api/v4/user',
      response: ({ number, username, name, email, picture }) => ({
        id: number,
        username,
        name,
        state: 'active',
        locked: false,
        avatar_url: picture ?? null,
        web_url: `https://gitlab.com/${username}`,
        created_at: '2012-05-23T08:00:58Z',
        bio: '',
        public_email: '',
        // Set even if the server does not confirm addresses.
        confirmed_at: '2012-05-23T09:05:22Z',
        email: email ?? null,
        commit_email: email ?? null,
        two_factor_enabled: true,
        external: false,
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({ id: String(number), name, email, image: picture }),
}
