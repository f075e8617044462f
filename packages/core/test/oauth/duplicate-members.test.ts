import { CompactSign, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOp, type Op, type Reply } from './op.ts'
import { makeOAuthSetup, oauth, oidc, errorOf, signIn, start, type OAuthSetup } from './oauth-setup.ts'

// RFC 7519 §4: a parser refuses a repeated claim or uses the last one, as ECMAScript's does. This library uses the last
// one everywhere, so the value that is validated is the value that is used.
let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const json = (body: string): Reply => ({ headers: { 'content-type': 'application/json' }, body })
const reply = (path: string, body: string): void => {
  op.tamper.reply = (requestPath) => (requestPath === path ? json(body) : undefined)
}
/** JSON of an object with members appended, which may repeat names. */
const withMore = (object: object, more: string): string => `${JSON.stringify(object).slice(0, -1)},${more}}`

describe('a repeated member of a token response', () => {
  test.each(['"access_token":"the-access-token"', '"\\u0061ccess_token":"the-access-token"'])(
    'has its last value everywhere: %s',
    async (last) => {
      reply('/token', withMore({ access_token: 'another', token_type: 'bearer' }, last))
      const { tokens } = await signIn(setup, op, oauth(op))
      expect(tokens.access_token).toBe('the-access-token')
      expect(op.seen.at(-1)?.headers.authorization).toBe('Bearer the-access-token')
    },
  )

  test.each([
    '"access_token":7',
    '"access_token":""',
    '"access_token":null',
    '"token_type":"mac"',
    '"expires_in":-1',
    '"expires_in":1e308',
    '"id_token":["a"]',
    '"error":"invalid_grant"',
  ])('is validated by its last value: %s', async (last) => {
    reply('/token', withMore({ access_token: 'the-access-token', token_type: 'bearer', expires_in: 60 }, last))
    expect((await errorOf(signIn(setup, op, oauth(op)))).type).toBe('OAuthCallbackError')
    expect(op.paths()).not.toContain('/me')
  })
})

test('the last sub of a userinfo response must be that of the ID token', async () => {
  reply('/me', withMore({ sub: 'ann' }, '"sub":"bob"'))
  expect((await errorOf(signIn(setup, op, oidc(op, { idToken: false })))).cause).toMatchObject({
    reason: 'another subject',
  })
  reply('/me', withMore({ sub: 'bob' }, '"sub":"ann"'))
  expect((await signIn(setup, op, oidc(op, { idToken: false }))).subject).toBe('ann')
})

test('the last issuer of a discovery document is used', async () => {
  const document = { issuer: op.issuer, authorization_endpoint: `${op.issuer}/authorize` }
  reply('/.well-known/openid-configuration', withMore(document, '"issuer":"https://another.example"'))
  expect((await errorOf(start(setup, oidc(op)))).cause).toMatchObject({ reason: 'another issuer' })
  reply(
    '/.well-known/openid-configuration',
    withMore({ ...document, issuer: 'https://another.example' }, `"issuer":"${op.issuer}"`),
  )
  expect((await start(setup, oidc(op))).url.pathname).toBe('/authorize')
})

describe('a repeated claim of an ID token', () => {
  const signed = async (text: string): Promise<string> => {
    const [key] = op.keys
    if (key === undefined) throw new Error('The provider has no key')
    return new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: key.alg, kid: key.kid })
      .sign(key.privateKey)
  }
  const repeatClaims = (more: (claims: JWTPayload) => string): void => {
    op.tamper.idToken = (claims) => signed(withMore(claims, more(claims)))
  }

  test('has its last value: the verified subject is the signed-in user', async () => {
    repeatClaims(() => '"sub":"bob","name":"Bob"')
    expect(await signIn(setup, op, oidc(op))).toMatchObject({ subject: 'bob', user: { name: 'Bob' } })
  })

  test.each([
    '"iss":"https://another.example"',
    '"aud":"another"',
    '"exp":1',
    '"exp":"9999999999"',
    '"nbf":9999999999',
    '"iat":9999999999',
    '"nonce":"another"',
    '"sub":""',
    '"azp":"another"',
    '"at_hash":"another"',
    '"\\u006eonce":"another"',
  ])('is validated by its last value: %s', async (last) => {
    repeatClaims(() => last)
    expect((await errorOf(signIn(setup, op, oidc(op)))).type).toMatch(/^(?:OAuthCallbackError|InvalidCheck)$/)
  })
})
