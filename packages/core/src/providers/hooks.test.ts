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
import { withTokenType } from './parts/answers.ts'
import { StackExchange } from './stackexchange.ts'
import { TikTok } from './tiktok.ts'

const provider = {
  clientId: 'us',
  clientSecret: 'secret',
  token: { url: new URL('https://op.example/token') },
  userinfo: { url: new URL('https://op.example/me') },
}

const answering = (response: () => Response): typeof fetch => {
  return async () => response()
}

interface Entry {
  readonly token?: string | TokenEndpointHandler
  readonly userinfo?: string | UserinfoEndpointHandler
}

const askProfile = async ({ userinfo }: Entry, token: string, response: () => Response): Promise<unknown> => {
  if (typeof userinfo !== 'object') throw new Error('no hook')
  return userinfo.request?.({ tokens: { access_token: token }, provider, fetch: answering(response) })
}

const conform = async ({ token }: Entry, response: Response): Promise<unknown> => {
  if (typeof token !== 'object') throw new Error('no hook')
  return (await token.conform?.(response))?.json()
}

const jwt = (claims: object): string => `e30.${toBase64url(utf8(JSON.stringify(claims)))}.c2ln`

describe('an access token of EVE Online', () => {
  const fit = { iss: 'https://login.eveonline.com', aud: ['us', 'EVE Online'], sub: 'CHARACTER:EVE:1', name: 'A' }
  const never = (): Response => new Response(null, { status: 500 })

  test('is read without another call', async () => {
    expect(await askProfile(EVEOnline(), jwt(fit), never)).toMatchObject({ sub: 'CHARACTER:EVE:1', name: 'A' })
  })

  test.each([
    ['for another application', jwt({ ...fit, aud: ['them', 'EVE Online'] })],
    ['for nobody', jwt({ ...fit, aud: undefined })],
    ['from somebody else', jwt({ ...fit, iss: 'https://login.example.com' })],
    ['that is no JWT', 'opaque'],
    ['that holds no object', `e30.${toBase64url(utf8('[]'))}.c2ln`],
  ])('%s signs nobody in', async (_case, token) => {
    await expect(askProfile(EVEOnline(), token, never)).rejects.toThrow('EVE Online')
  })

  test('names the owner of a character, and nothing else becomes an id', async () => {
    const { profile } = EVEOnline()
    const image = 'https://images.evetech.net/characters/1/portrait'
    expect(await profile?.({ ...fit, owner: 'x' }, {})).toEqual({ id: 'x', name: 'A', image })
    expect(await profile?.({ ...fit, sub: 'USER:EVE:1', owner: 'x' }, {})).toEqual({ name: 'A' })
  })
})

describe('SAML Jackson', () => {
  const { profile } = SAMLJackson()
  const idOf = async (told: object): Promise<unknown> =>
    Object(await profile?.({ id: 'ada', ...told }, {}))['id'] as unknown

  test('keeps the people of two organisations apart, whatever their providers call them', async () => {
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
  ])('that does not say whose person it is names nobody: %j', async (told) => {
    expect(await idOf(told)).toBeUndefined()
  })
})

test('HubSpot has to call its own token active', async () => {
  const told = { user_id: 1, user: 'ada@example.org' }
  expect(await askProfile(HubSpot(), 't', () => Response.json({ ...told, active: true }))).toMatchObject(told)
  await expect(askProfile(HubSpot(), 't', () => Response.json({ ...told, active: false }))).rejects.toThrow('HubSpot')
  await expect(askProfile(HubSpot(), 't', () => Response.json(told))).rejects.toThrow('HubSpot')
})

test.each([
  ['GitHub', GitHub(), '{"id":9007199254740993,"email":null}'],
  ['HubSpot', HubSpot(), '{"active":true,"user_id":9007199254740993}'],
  ['Mailchimp', Mailchimp(), '{"login":{"login_id":9007199254740993}}'],
  ['Stack Exchange', StackExchange(), '{"items":[{"account_id":9007199254740993}]}'],
])('a number of %s is no other, however large it grows', async (_name, entry, body) => {
  const profile = await askProfile(entry, 't', () => new Response(body))
  const user: unknown = await Reflect.apply(entry.profile ?? String, undefined, [profile, {}])
  expect(user).toMatchObject({ id: '9007199254740993' })
})

test.each([
  ['nobody', () => Response.json({ items: [] })],
  ['a member that is no list', () => Response.json({ items: {} })],
  ['an error', () => Response.json({ items: [{ account_id: 1 }] }, { status: 400 })],
])('Stack Exchange answering %s signs nobody in', async (_case, response) => {
  await expect(askProfile(StackExchange(), 't', response)).rejects.toThrow('Stack Exchange')
})

test.each([
  ['an error', () => Response.json({ error: 'no' }, { status: 400 })],
  ['a page', () => new Response('<p>busy</p>')],
  ['a list', () => Response.json([])],
])('%s instead of tokens throws an error with the status', async (_case, response) => {
  const { token } = TikTok()
  if (typeof token !== 'object') throw new Error('no hook')
  const context = { params: new URLSearchParams(), response: new URLSearchParams(), checks: {}, provider }
  await expect(token.request?.({ ...context, fetch: answering(response) })).rejects.toThrow(
    `TikTok answered ${response().status}`,
  )
})

describe('an answer without a token type', () => {
  test('gets one, and large numbers in it stay exact', async () => {
    const mended = await withTokenType(new Response('{"access_token":"a","user_id":17841405793187218}'))
    expect(await mended?.text()).toBe('{"token_type":"bearer","access_token":"a","user_id":17841405793187218}')
  })

  test('keeps the one that it has', async () => {
    const mended = await withTokenType(Response.json({ access_token: 'a', token_type: 'dpop' }))
    expect(await mended?.json()).toMatchObject({ token_type: 'dpop' })
  })

  test('is left alone when it is an error', async () => {
    expect(await withTokenType(Response.json({ error: 'invalid_grant' }, { status: 400 }))).toBeUndefined()
    expect(await conform(Instagram(), Response.json({ error_message: 'no' }, { status: 400 }))).toBeUndefined()
  })
})

test('a token of Mailchimp never expires', async () => {
  const response = { access_token: 'a', expires_in: 0, scope: null }
  expect(await conform(Mailchimp(), Response.json(response))).toMatchObject({ token_type: 'bearer', expires_in: null })
})

test('scopes of Medium become one text, and an answer that has one stays', async () => {
  const response = { access_token: 'a', scope: ['basicProfile', 'publishPost'] }
  expect(await conform(Medium(), Response.json(response))).toMatchObject({ scope: 'basicProfile publishPost' })
  expect(await conform(Medium(), Response.json({ ...response, scope: 'basicProfile' }))).toBeUndefined()
})

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [undefined, true, false],
])('an address of Kakao that is valid: %s, and verified: %s, counts: %s', (valid, verified, counts) => {
  const account = { ...(valid === undefined ? {} : { is_email_valid: valid }), is_email_verified: verified }
  expect(Kakao().emailVerified?.({ id: 1, kakao_account: account })).toBe(counts)
})

test.each([
  [true, 'ada@example.org'],
  [undefined, 'ada@example.org'],
  [false, undefined],
])('an address of Kakao that is valid: %s, is %s', async (valid, email) => {
  const account = { ...(valid === undefined ? {} : { is_email_valid: valid }), email: 'ada@example.org' }
  const user = await Kakao().profile?.({ id: 1, kakao_account: account }, { token_type: 'bearer' })
  expect(user?.email).toBe(email)
})
