import type { Person } from '../person.ts'
import type { Json, ProviderMock } from '../provider-mock.ts'

const issuer = 'https://apis.roblox.com/oauth/'

const claims = ({ number, given, username, picture }: Person): Json & { readonly sub: string } => ({
  sub: String(number),
  name: given,
  nickname: given,
  preferred_username: username,
  created_at: 1_373_701_800,
  profile: `https://www.roblox.com/users/${number}/profile`,
  picture: picture ?? null,
})

export const roblox: ProviderMock = {
  id: 'roblox',
  sources: ['https://create.roblox.com/docs/cloud/reference/oauth2'],
  read: '2026-11-21',
  authorization: { url: `${issuer}v1/authorize`, scope: ['profile'], scopes: ['openid', 'profile'] },
  token: { url: `${issuer}v1/token`, auth: ['basic', 'post'] },
  resources: [{ url: `${issuer}v1/userinfo`, response: claims }],
  openid: { issuer, claims },
  expects: ({ number, given, picture }) => ({ id: String(number), name: given, image: picture }),
}
