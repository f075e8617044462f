import type { JWTPayload } from 'jose'
import * as peer from 'openid-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuthError } from '../../src/errors/auth-error.ts'
import { CLIENT_ID, CLIENT_SECRET, startOp, type Op } from './op.ts'
import { finish, makeOAuthSetup, oidc, REDIRECT_URI, start, STATE, type OAuthSetup } from './oauth-setup.ts'

// This library accepts and refuses the same responses as the certified `openid-client` in its strict settings.
let op: Op
let setup: OAuthSetup

beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup({ now: () => Date.now() })
})

type Outcome = 'accepted' | 'refused'

const outcomeOf = async (work: Promise<unknown>): Promise<Outcome> => {
  try {
    await work
    return 'accepted'
  } catch (error) {
    if (error instanceof AuthError || error instanceof peer.ClientError || error instanceof peer.ResponseBodyError) {
      return 'refused'
    }
    if (error instanceof peer.AuthorizationResponseError || error instanceof peer.WWWAuthenticateChallengeError) {
      return 'refused'
    }
    throw error
  }
}

const askPeer = async (change: (response: URLSearchParams) => void): Promise<void> => {
  const config = await peer.discovery(new URL(op.issuer), CLIENT_ID, undefined, peer.ClientSecretBasic(CLIENT_SECRET), {
    execute: [peer.allowInsecureRequests, peer.enableNonRepudiationChecks],
  })
  const pkceCodeVerifier = peer.randomPKCECodeVerifier()
  const expectedNonce = peer.randomNonce()
  const url = peer.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    state: STATE,
    nonce: expectedNonce,
    code_challenge: await peer.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const response = op.consent(url)
  change(response)
  const back = new URL(`${REDIRECT_URI}?${response}`)
  const checks = { pkceCodeVerifier, expectedNonce, expectedState: STATE, idTokenExpected: true }
  const tokens = await peer.authorizationCodeGrant(config, back, checks)
  await peer.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
}

const askLibrary = async (change: (response: URLSearchParams) => void): Promise<void> => {
  // `openid-client` checks `azp` only; this library also needs `trustedAudiences`.
  const attempt = await start(setup, oidc(op, { idToken: false, trustedAudiences: ['client-2'] }))
  const response = op.consent(attempt.url)
  change(response)
  await finish(setup, attempt, response)
}

const withClaims = (change: (claims: JWTPayload) => JWTPayload) => (): void => {
  op.tamper.claims = change
}
const withTokens = (change: (body: Record<string, unknown>) => Record<string, unknown>) => (): void => {
  op.tamper.tokens = change
}
const withUserinfo = (change: (body: Record<string, unknown>) => Record<string, unknown>) => (): void => {
  op.tamper.userinfo = change
}
const withResponse = (change: (response: URLSearchParams) => void) => change
const nothing = (): void => undefined
const now = (): number => Math.floor(Date.now() / 1000)

interface Case {
  readonly name: string
  readonly tamper?: () => void
  readonly change?: (response: URLSearchParams) => void
  readonly expected: Outcome
}

const cases: readonly Case[] = [
  { name: 'a valid response', expected: 'accepted' },
  { name: 'another state', change: withResponse((response) => response.set('state', 'x')), expected: 'refused' },
  { name: 'no state', change: withResponse((response) => response.delete('state')), expected: 'refused' },
  { name: 'two states', change: withResponse((response) => response.append('state', STATE)), expected: 'refused' },
  {
    name: 'another iss',
    change: withResponse((response) => response.set('iss', 'https://evil.example')),
    expected: 'refused',
  },
  {
    name: 'no iss although the server announces it',
    change: withResponse((response) => response.delete('iss')),
    expected: 'refused',
  },
  { name: 'another code', change: withResponse((response) => response.set('code', 'x')), expected: 'refused' },
  {
    name: 'an error and a code',
    change: withResponse((response) => response.set('error', 'access_denied')),
    expected: 'refused',
  },
  {
    name: 'an ID token in the address',
    change: withResponse((response) => response.set('id_token', 'x')),
    expected: 'refused',
  },
  {
    name: 'an access token in the address',
    change: withResponse((response) => response.set('token', 'x')),
    expected: 'refused',
  },
  {
    name: 'an encrypted response',
    change: withResponse((response) => response.set('response', 'x')),
    expected: 'refused',
  },
  {
    name: 'iss of another server',
    tamper: withClaims((all) => ({ ...all, iss: `${op.issuer}/` })),
    expected: 'refused',
  },
  { name: 'aud of another client', tamper: withClaims((all) => ({ ...all, aud: 'client-2' })), expected: 'refused' },
  { name: 'aud as a list of one', tamper: withClaims((all) => ({ ...all, aud: [CLIENT_ID] })), expected: 'accepted' },
  {
    name: 'aud as a list of two without azp',
    tamper: withClaims((all) => ({ ...all, aud: [CLIENT_ID, 'client-2'] })),
    expected: 'refused',
  },
  {
    name: 'aud as a list of two with azp',
    tamper: withClaims((all) => ({ ...all, aud: [CLIENT_ID, 'client-2'], azp: CLIENT_ID })),
    expected: 'accepted',
  },
  { name: 'no sub', tamper: withClaims(({ sub: _sub, ...all }) => all), expected: 'refused' },
  { name: 'no exp', tamper: withClaims(({ exp: _exp, ...all }) => all), expected: 'refused' },
  { name: 'no iat', tamper: withClaims(({ iat: _iat, ...all }) => all), expected: 'refused' },
  { name: 'exp in the past', tamper: withClaims((all) => ({ ...all, exp: now() - 60 })), expected: 'refused' },
  { name: 'nbf in the future', tamper: withClaims((all) => ({ ...all, nbf: now() + 600 })), expected: 'refused' },
  { name: 'another nonce', tamper: withClaims((all) => ({ ...all, nonce: 'x' })), expected: 'refused' },
  { name: 'no nonce', tamper: withClaims(({ nonce: _nonce, ...all }) => all), expected: 'refused' },
  {
    name: 'a signature by an unpublished key',
    tamper: () => {
      const stranger = op.keys[0]
      op.tamper.jwks = () => []
      if (stranger !== undefined) op.tamper.idToken = (claims) => op.sign(claims, stranger)
    },
    expected: 'refused',
  },
  {
    name: 'no signature',
    tamper: () => {
      op.tamper.idToken = async (claims) => (await op.sign(claims)).replace(/[^.]*$/, '')
    },
    expected: 'refused',
  },
  { name: 'no ID token', tamper: withTokens(({ id_token: _none, ...body }) => body), expected: 'refused' },
  { name: 'no access token', tamper: withTokens(({ access_token: _none, ...body }) => body), expected: 'refused' },
  { name: 'no token type', tamper: withTokens(({ token_type: _none, ...body }) => body), expected: 'refused' },
  { name: 'another token type', tamper: withTokens((body) => ({ ...body, token_type: 'mac' })), expected: 'refused' },
  {
    name: 'a token type in capitals',
    tamper: withTokens((body) => ({ ...body, token_type: 'BEARER' })),
    expected: 'accepted',
  },
  { name: 'no expires_in', tamper: withTokens(({ expires_in: _none, ...body }) => body), expected: 'accepted' },
  { name: 'an expires_in of -1', tamper: withTokens((body) => ({ ...body, expires_in: -1 })), expected: 'refused' },
  { name: 'userinfo of another user', tamper: withUserinfo((body) => ({ ...body, sub: 'bob' })), expected: 'refused' },
  { name: 'userinfo without sub', tamper: withUserinfo(({ sub: _sub, ...body }) => body), expected: 'refused' },
]

test.each(cases)('$name is $expected', async ({ tamper = nothing, change = nothing, expected }) => {
  tamper()
  expect(await outcomeOf(askPeer(change))).toBe(expected)
  expect(await outcomeOf(askLibrary(change))).toBe(expected)
})
