import type { ProviderMock } from '../provider-mock.ts'

const issuer = 'https://oauth.battle.net'

export const battlenet: ProviderMock = {
  id: 'battlenet',
  sources: [
    'https://github.com/Blizzard/passport-bnet/blob/master/src/strategy.js',
    'https://github.com/Blizzard/omniauth-bnet/blob/master/lib/omniauth/strategies/bnet.rb',
    'https://develop.battle.net/documentation/guides/getting-started',
  ],
  read: '2026-11-21',
  options: { issuer },
  authorization: {
    url: `${issuer}/authorize`,
    scope: ['openid'],
    scopes: ['openid', 'wow.profile', 'sc2.profile', 'd3.profile'],
    pkce: 'ignored',
  },
  token: {
    url: `${issuer}/token`,
    auth: ['basic', 'post'],
    response: ({ access_token, scope }) => ({ access_token, token_type: 'bearer', expires_in: 86_399, scope }),
  },
  resources: [
    {
      url: `${issuer}/userinfo`,
      response: ({ number, given }) => ({ sub: String(number), id: number, battletag: `${given}#1234` }),
    },
  ],
  expects: ({ number, given }) => ({ id: String(number), name: `${given}#1234` }),
}
