import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://auth.unitedeffects.com/acme'

export const unitedEffects: ProviderMock = {
  id: 'united-effects',
  sources: [
    'https://github.com/UnitedEffects/ueauth/blob/master/src/api/oidc/oidc.js',
    'https://github.com/UnitedEffects/ueauth/blob/master/src/api/accounts/accountOidcInterface.js',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: { url: `${issuer}/auth`, scope: ['email', 'username'] },
  token: { url: `${issuer}/token`, auth: ['basic', 'post'] },
  openid: {
    issuer,
    // Without a resource the claims are in the userinfo response, which this entry does not request.
    claims: ({ uuid, username, email, emailVerified }, query) => ({
      sub: uuid,
      group: 'acme',
      ...(query.get('resource') === issuer
        ? { username, ...(email === undefined ? {} : { email, verified: emailVerified }) }
        : {}),
    }),
  },
  expects: ({ uuid, username, email }) => ({ id: uuid, name: username, email }),
}
