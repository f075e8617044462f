import type { ProviderMock } from '../provider-mock.ts'

export const zoom: ProviderMock = {
  id: 'zoom',
  sources: [
    'https://developers.zoom.us/docs/rooms/oauth/',
    'https://developers.zoom.us/blog/pcke-oauth-with-postman-rest-api/',
    'https://github.com/zoom/rivet-javascript',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://zoom.us/oauth/authorize' },
  token: {
    url: 'https://zoom.us/oauth/token',
    auth: ['basic'],
    response: (standard) => ({ ...standard, token_type: 'bearer', scope: 'user:read:user', expires_in: 3599 }),
  },
  resources: [
    {
      url: 'https://api.zoom.us/v2/users/me',
      response: ({ uuid, username, name, given, family, email, picture }) => ({
        id: uuid.slice(0, 22),
        first_name: given,
        last_name: username === 'alan' ? '' : family,
        display_name: name,
        email: email ?? '',
        type: 1,
        role_name: 'Owner',
        pmi: 3_542_471_135,
        use_pmi: false,
        timezone: 'Asia/Taipei',
        verified: 1,
        dept: '',
        created_at: '2018-11-15T01:10:08Z',
        last_login_time: '2019-09-13T21:08:52Z',
        pic_url: picture ?? '',
        host_key: '299793',
        jid: `${username}@xmpp.zoom.us`,
        group_ids: [],
        account_id: 'q6gBJVO5TzexKYTb_I2rpg',
        language: 'en-US',
        status: 'active',
      }),
    },
  ],
  expects: ({ uuid, username, given, name, email, picture }) => ({
    id: uuid.slice(0, 22),
    name: username === 'alan' ? given : name,
    email,
    image: picture,
  }),
}
