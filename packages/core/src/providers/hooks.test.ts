import { describe, expect, test } from 'vitest'
import { toBase64url, utf8 } from '../base/bytes.ts'
import type { TokenEndpointHandler, UserinfoEndpointHandler } from '../types/providers.ts'
import { SAMLJackson } from './boxyhq-saml.ts'
import { EVEOnline } from './eveonline.ts'
import { GitHub } from './github.ts'
import { HubSpot } from './hubspot.ts'
import { Instagram } from './instagram.ts'
import { Kakao } from './kakao.ts'
import { Mailchimp } from './mailchimp.ts'
import { Medium } from './medium.ts'
import { withTokenType } from './shared/responses.ts'
import { StackExchange } from './stackexchange.ts'
import { TikTok } from './tiktok.ts'

const provider = {
  id: 'op',
  name: 'OP',
  type: 'oauth' as const,
  clientId: 'us',
  clientSecret: 'secret',
  token: { url: new URL('https://op.example/token') },
  userinfo: { url: new URL('https://op.example/me') },
}

const fetchReturning =
  (response: () => Response): typeof fetch =>
  async () =>
    response()

interface Entry {
  readonly token?: string | TokenEndpointHandler
  readonly userinfo?: string | UserinfoEndpointHandler
}

const requestProfile = async ({ userinfo }: Entry, token: string, response: () => Response): Promise<unknown> => {
  if (typeof userinfo !== 'object') throw new Error('the entry has no hook')
  return userinfo.request?.({ tokens: { access_token: token }, provider, fetch: fetchReturning(response) })
}

const conform = async ({ token }: Entry, response: Response): Promise<unknown> => {
  if (typeof token !== 'object') throw new Error('the entry has no hook')
  return (await token.conform?.(response))?.json()
}

const jwt = (claims: object): string => `e30.${toBase64url(utf8(JSON.stringify(claims)))}.c2ln`

describe('EVE Online', () => {
  const valid = { iss: 'https://login.eveonline.com', aud: ['us', 'EVE Online'], sub: 'CHARACTER:EVE:1', name: 'A' }
  const never = (): Response => new Response(null, { status: 500 })

  test('reads the access token without another request', async () => {
    expect(await requestProfile(EVEOnline(), jwt(valid), never)).toMatchObject({ sub: 'CHARACTER:EVE:1', name: 'A' })
  })

  test.each([
    ['for another application', jwt({ ...valid, aud: ['them', 'EVE Online'] })],
    ['without an audience', jwt({ ...valid, aud: undefined })],
    ['of another issuer', jwt({ ...valid, iss: 'https://login.example.com' })],
    ['that is not a JWT', 'opaque'],
    ['without an object of claims', `e30.${toBase64url(utf8('[]'))}.c2ln`],
  ])('rejects an access token %s', async (_case, token) => {
    await expect(requestProfile(EVEOnline(), token, never)).rejects.toThrow('EVE Online')
  })

  test('uses the owner of a character as the id and nothing else', async () => {
    const { profile } = EVEOnline()
    const image = 'https://images.evetech.net/characters/1/portrait'
    expect(await profile?.({ ...valid, owner: 'x' }, {})).toEqual({ id: 'x', name: 'A', image })
    expect(await profile?.({ ...valid, sub: 'USER:EVE:1', owner: 'x' }, {})).toEqual({ name: 'A' })
  })
})

describe('SAML Jackson', () => {
  const { profile } = SAMLJackson()
  const idOf = async (profileData: object): Promise<unknown> =>
    Object(await profile?.({ id: 'ada', ...profileData }, {}))['id'] as unknown

  test('gives users of different tenants or products different ids', async () => {
    const ids = await Promise.all([
      idOf({ requested: { tenant: 'a', product: 'p' } }),
      idOf({ requested: { tenant: 'b', product: 'p' } }),
      idOf({ requested: { tenant: 'a', product: 'q' } }),
      idOf({ id: 'p/ada', requested: { tenant: 'a', product: 'p' } }),
      idOf({ id: 'ada', requested: { tenant: 'a/p', product: 'p' } }),
    ])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids[0]).toBe('a/p/ada')
  })

  test.each([
    [{}],
    [{ requested: { product: 'p' } }],
    [{ requested: { tenant: 'a', product: '' } }],
    [{ id: { name: 'ada' }, requested: { tenant: 'a', product: 'p' } }],
  ])('gives no id without tenant, product and id: %j', async (profileData) => {
    expect(await idOf(profileData)).toBeUndefined()
  })
})

test('HubSpot is rejected unless its token is active', async () => {
  const claims = { user_id: 1, user: 'ada@example.org' }
  expect(await requestProfile(HubSpot(), 't', () => Response.json({ ...claims, active: true }))).toMatchObject(claims)
  await expect(requestProfile(HubSpot(), 't', () => Response.json({ ...claims, active: false }))).rejects.toThrow(
    'HubSpot',
  )
  await expect(requestProfile(HubSpot(), 't', () => Response.json(claims))).rejects.toThrow('HubSpot')
})

test.each([
  ['GitHub', GitHub(), '{"id":9007199254740993,"email":null}'],
  ['HubSpot', HubSpot(), '{"active":true,"user_id":9007199254740993}'],
  ['Mailchimp', Mailchimp(), '{"login":{"login_id":9007199254740993}}'],
  ['Stack Exchange', StackExchange(), '{"items":[{"account_id":9007199254740993}]}'],
])('keeps a large integer id of %s exact', async (_name, entry, body) => {
  const profile = await requestProfile(entry, 't', () => new Response(body))
  const user: unknown = await Reflect.apply(entry.profile ?? String, undefined, [profile, {}])
  expect(user).toMatchObject({ id: '9007199254740993' })
})

test.each([
  ['an empty list', () => Response.json({ items: [] })],
  ['an object instead of a list', () => Response.json({ items: {} })],
  ['an error', () => Response.json({ items: [{ account_id: 1 }] }, { status: 400 })],
])('rejects %s from Stack Exchange', async (_case, response) => {
  await expect(requestProfile(StackExchange(), 't', response)).rejects.toThrow('Stack Exchange')
})

test.each([
  ['an error', () => Response.json({ error: 'no' }, { status: 400 })],
  ['a page', () => new Response('<p>busy</p>')],
  ['a list', () => Response.json([])],
])('throws an error with the status for %s instead of tokens', async (_case, response) => {
  const { token } = TikTok()
  if (typeof token !== 'object') throw new Error('the entry has no hook')
  const context = { params: new URLSearchParams(), response: new URLSearchParams(), checks: {}, provider }
  await expect(token.request?.({ ...context, fetch: fetchReturning(response) })).rejects.toThrow(
    `TikTok returned status ${response().status} without a JSON object`,
  )
})

describe('a token response without token_type', () => {
  test('gets one, and large integers stay exact', async () => {
    const conformed = await withTokenType(new Response('{"access_token":"a","user_id":17841405793187218}'))
    expect(await conformed?.text()).toBe('{"token_type":"bearer","access_token":"a","user_id":17841405793187218}')
  })

  test('is not changed if it has one', async () => {
    const conformed = await withTokenType(Response.json({ access_token: 'a', token_type: 'dpop' }))
    expect(await conformed?.json()).toMatchObject({ token_type: 'dpop' })
  })

  test('is not changed if it is an error', async () => {
    expect(await withTokenType(Response.json({ error: 'invalid_grant' }, { status: 400 }))).toBeUndefined()
    expect(await conform(Instagram(), Response.json({ error_message: 'no' }, { status: 400 }))).toBeUndefined()
  })
})

test('removes the expires_in of 0 that Mailchimp sends', async () => {
  const response = { access_token: 'a', expires_in: 0, scope: null }
  expect(await conform(Mailchimp(), Response.json(response))).toMatchObject({ token_type: 'bearer', expires_in: null })
})

test('joins the scopes of Medium to one string and keeps a response that has one', async () => {
  const response = { access_token: 'a', scope: ['basicProfile', 'publishPost'] }
  expect(await conform(Medium(), Response.json(response))).toMatchObject({ scope: 'basicProfile publishPost' })
  expect(await conform(Medium(), Response.json({ ...response, scope: 'basicProfile' }))).toBeUndefined()
})

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [undefined, true, false],
])('reads is_email_valid %s and is_email_verified %s of Kakao as %s', (valid, verified, expected) => {
  const account = { ...(valid === undefined ? {} : { is_email_valid: valid }), is_email_verified: verified }
  expect(Kakao().emailVerified?.({ id: 1, kakao_account: account })).toBe(expected)
})

test.each([
  [true, 'ada@example.org'],
  [undefined, 'ada@example.org'],
  [false, undefined],
])('reads the e-mail address of Kakao with is_email_valid %s as %s', async (valid, email) => {
  const account = { ...(valid === undefined ? {} : { is_email_valid: valid }), email: 'ada@example.org' }
  const user = await Kakao().profile?.({ id: 1, kakao_account: account }, { token_type: 'bearer' })
  expect(user?.email).toBe(email)
})
