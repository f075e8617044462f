import type { ProviderMock } from '../provider-mock.ts'

const host = 'https://www.bungie.net'
const apiKey = '6747e6eaab87471cb98620895e554c69'

/** Pictures are paths on Bungie's host. */
const pathOf = (picture: string): string => new URL(picture).pathname

export const bungie: ProviderMock = {
  id: 'bungie',
  sources: [
    'https://github.com/Bungie-net/api/wiki/OAuth-Documentation',
    'https://bungie-net.github.io/multi/schema_User-UserMembershipData.html',
  ],
  read: '2026-11-21',
  options: { apiKey },
  authorization: { url: `${host}/en/OAuth/Authorize`, scopes: [], pkce: 'ignored' },
  token: {
    url: `${host}/Platform/App/OAuth/token/`,
    auth: ['basic', 'post'],
    response: ({ access_token, refresh_token }, { number }) => ({
      access_token,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token,
      refresh_expires_in: 7_776_000,
      membership_id: String(number),
    }),
  },
  resources: [
    {
      url: `${host}/Platform/User/GetMembershipsForCurrentUser/`,
      headers: { 'x-api-key': apiKey },
      response: ({ number, username, picture }) => ({
        Response: {
          destinyMemberships: [{ membershipType: 3, membershipId: '4611686018470749805', displayName: username }],
          bungieNetUser: {
            membershipId: String(number),
            uniqueName: String(number),
            displayName: username,
            profilePicture: 70651,
            profileTheme: 1103,
            userTitle: 0,
            isDeleted: false,
            firstAccess: '2017-10-27T14:03:38.514Z',
            locale: 'en',
            ...(picture === undefined ? {} : { profilePicturePath: pathOf(picture) }),
          },
        },
        ErrorCode: 1,
        ThrottleSeconds: 0,
        ErrorStatus: 'Success',
        Message: 'Ok',
        MessageData: {},
      }),
    },
  ],
  expects: ({ number, username, picture }) => ({
    id: String(number),
    name: username,
    ...(picture === undefined ? {} : { image: `${host}${pathOf(picture)}` }),
  }),
}
