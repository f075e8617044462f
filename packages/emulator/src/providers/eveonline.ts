import { credentialsOf } from '../credentials.ts'
import type { Person } from '../person.ts'
import type { ProviderMock } from '../provider-mock.ts'

const { clientId } = credentialsOf('eveonline')

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** 20 bytes like a hash, different for each user. */
const ownerOf = ({ number }: Person): string => Buffer.from(String(number).padStart(20, '/')).toString('base64')

const accessTokenOf = (person: Person): string => {
  const { number, name, username } = person
  const claims = {
    scp: 'publicData',
    jti: '998e12c7-3241-43c5-8355-2c48822e0a1b',
    kid: 'JWT-Signature-Key',
    sub: `CHARACTER:EVE:${number}`,
    azp: clientId,
    tenant: 'tranquility',
    tier: 'live',
    region: 'world',
    aud: [clientId, 'EVE Online'],
    name,
    owner: ownerOf(person),
    exp: 4_648_563_218,
    iat: 1_648_562_018,
    // Both spellings are in use.
    iss: username === 'ada' ? 'https://login.eveonline.com' : 'login.eveonline.com',
  }
  return `${encode({ alg: 'RS256', kid: 'JWT-Signature-Key', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`
}

export const eveonline: ProviderMock = {
  id: 'eveonline',
  sources: [
    'https://docs.esi.evetech.net/docs/sso/validating_eve_jwt.html',
    'https://docs.esi.evetech.net/docs/best_practices.html',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://login.eveonline.com/v2/oauth/authorize', scope: ['publicData'] },
  token: {
    url: 'https://login.eveonline.com/v2/oauth/token',
    auth: ['basic'],
    response: ({ refresh_token }, person) => ({
      access_token: accessTokenOf(person),
      expires_in: 1199,
      token_type: 'Bearer',
      refresh_token,
    }),
  },
  expects: (person) => ({
    id: ownerOf(person),
    name: person.name,
    image: `https://images.evetech.net/characters/${person.number}/portrait`,
  }),
}
