import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '../../src/types/user.ts'
import { startOp, type Op } from './op.ts'
import { describeError } from '../../src/errors/describe-error.ts'
import { makeOAuthSetup, oauth, oidc, errorOf, resolve, signIn, type OAuthSetup } from './oauth-setup.ts'

let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

/** Send the userinfo response as this text. */
const wire = (body: string): void => {
  op.tamper.reply = (path) => (path === '/me' ? { headers: { 'content-type': 'application/json' }, body } : undefined)
}

describe('the account id of a plain OAuth profile', () => {
  test.each([
    ['"ann"', 'ann'],
    ['"0"', '0'],
    ['0', '0'],
    ['-7', '-7'],
    ['42', '42'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['" spaced "', ' spaced '],
    [String.raw`"\ud83d\ude00"`, '😀'],
    ['"Ann"', 'Ann'],
  ])('%s becomes %s exactly', async (written, id) => {
    wire(`{"id":${written},"note":"the number 12345678901234567890 \\" stays"}`)
    const { subject, user, profile } = await signIn(setup, op, oauth(op))
    expect(subject).toBe(id)
    expect(user.id).toBe(id)
    expect(profile['note']).toBe('the number 12345678901234567890 " stays')
  })

  test.each([
    'null',
    '""',
    '" "',
    'true',
    '{}',
    '[]',
    '["ann"]',
    '1.5',
    '1e400',
    '"undefined"',
    '"null"',
    '"NaN"',
    '"[object Object]"',
    String.raw`"x\ud800"`,
    String.raw`"\udc00"`,
  ])('%s is refused, and no id is invented', async (written) => {
    wire(`{"id":${written},"name":"Ann"}`)
    expect(await errorOf(signIn(setup, op, oauth(op)))).toMatchObject({
      type: 'OAuthProfileParseError',
      cause: { provider: 'op' },
    })
  })

  test('is required', async () => {
    wire('{"message":"Bad credentials","name":"Ann"}')
    expect((await errorOf(signIn(setup, op, oauth(op)))).type).toBe('OAuthProfileParseError')
  })

  test('may be a bigint from the profile callback', async () => {
    const config = oauth(op, { profile: () => ({ id: 2n ** 64n }) as unknown as { id: string } })
    expect((await signIn(setup, op, config)).subject).toBe('18446744073709551616')
  })

  test('is missing if the profile callback throws or returns nothing', async () => {
    const thrown = oauth(op, { profile: () => Promise.reject(new Error('no such tenant')) })
    expect((await errorOf(signIn(setup, op, thrown))).type).toBe('OAuthProfileParseError')
    const nothing = oauth(op, { profile: () => undefined as unknown as { id: string } })
    expect((await errorOf(signIn(setup, op, nothing))).type).toBe('OAuthProfileParseError')
  })
})

describe('a profile callback that returns no id', () => {
  const profile = () => ({ name: 'Ann' }) as unknown as { id: string }

  test('gets the verified subject of OpenID Connect', async () => {
    expect(await signIn(setup, op, oidc(op, { profile }))).toMatchObject({
      subject: 'ann',
      user: { id: 'ann', name: 'Ann' },
    })
  })

  test('is refused if it read an id that is missing, and at a plain OAuth provider, with the line to add', async () => {
    const missing = oidc(op, { profile: (claims) => ({ id: claims['user_id'] as string, name: 'Ann' }) })
    for (const config of [missing, oauth(op, { profile })])
      await expect(signIn(setup, op, config)).rejects.toSatisfy((error) =>
        describeError(error).includes('profile: (profile) => ({ id: String(profile.id) })'),
      )
  })
})

describe('the profile callback', () => {
  test('defaults to the standard claims only', async () => {
    wire(
      '{"sub":"ann","id":"other","nickname":"Annie","role":"admin","emailVerified":true,"isAdmin":true,"constructor":7,"__proto__":{"x":1}}',
    )
    const { user } = await signIn(setup, op, oauth(op))
    expect(user).toEqual({ id: 'ann', name: 'Annie' })
  })

  test('may add members, and its id is the subject', async () => {
    const config = oauth(op, { profile: (profile) => ({ id: String(profile.sub), role: 'member', name: 'Ann' }) })
    expect((await signIn(setup, op, config)).user).toEqual({ id: 'ann', role: 'member', name: 'Ann' })
  })

  test('receives the tokens', async () => {
    const config = oidc(op, { profile: (profile, tokens) => ({ id: `${profile.sub}-${tokens.token_type}` }) })
    expect((await signIn(setup, op, config)).subject).toBe('ann-bearer')
  })

  test.each<[string, unknown, string | undefined]>([
    ['markup', '<b>Ann</b>', '<b>Ann</b>'],
    ['a line break', 'Ann\r\nBcc: eve', 'AnnBcc: eve'],
    ['a changed text direction', 'Ann\u202etxt.exe\u2066', 'Anntxt.exe'],
    ['NUL', 'A\u0000nn', 'Ann'],
    ['a lone surrogate', 'Ann\ud800', 'Ann'],
    ['a surrogate pair', 'Ann 🙂', 'Ann 🙂'],
    ['a megabyte', 'x'.repeat(2 ** 19), 'x'.repeat(256)],
    ['white space', '   ', undefined],
    ['a number', 7, undefined],
    ['an object', { first: 'Ann' }, undefined],
  ])('returns a name with %s, which is cleaned and shortened', async (_name, written, name) => {
    op.tamper.userinfo = (body) => ({ ...body, name: written })
    expect(
      (
        await signIn(
          setup,
          op,
          oauth(op, { profile: ({ sub, name: own }) => ({ id: String(sub), name: own ?? null }) }),
        )
      ).user.name,
    ).toBe(name)
  })

  test.each<[unknown, string | undefined]>([
    ['https://img.example/ann.png', 'https://img.example/ann.png'],
    ['http://img.example/ann.png?a=1', 'http://img.example/ann.png?a=1'],
    ['javascript:alert(1)', undefined],
    [' javascript:alert(1)', undefined],
    ['data:text/html,<script>', undefined],
    ['//img.example/ann.png', undefined],
    ['/ann.png', undefined],
    [`https://img.example/${'x'.repeat(4096)}`, undefined],
    [{ url: 'https://img.example' }, undefined],
  ])('turns the picture %j into %j', async (picture, image) => {
    op.tamper.userinfo = (body) => ({ ...body, picture })
    expect((await signIn(setup, op, oauth(op))).user.image).toBe(image)
  })

  test.each<[unknown, string | undefined]>([
    [' Ann@Example.ORG ', 'ann@example.org'],
    ['\u212aim@example.org', undefined],
    ['ann', undefined],
    ['ann@', undefined],
    ['a@b@c', undefined],
    ['ann@example.org,eve@example.org', undefined],
    ['"ann"@example.org', undefined],
    ['ann@example.org\r\nBcc: eve@example.org', undefined],
    ['', undefined],
    [null, undefined],
    [7, undefined],
    [['ann@example.org'], undefined],
    [`${'x'.repeat(300)}@example.org`, undefined],
    ['user@münchen.test', 'user@xn--mnchen-3ya.test'],
    ['user@xn--mnchen-3ya.test', 'user@xn--mnchen-3ya.test'],
    ['user@evil。test', undefined],
  ])('turns the e-mail address %j into %j', async (email, kept) => {
    op.tamper.userinfo = (body) => ({ ...body, email, email_verified: true })
    const identity = await signIn(setup, op, oidc(op, { idToken: false }))
    expect(identity.user.email).toBe(kept)
    expect(identity.emailVerified === true).toBe(kept !== undefined)
  })
})

test('a __proto__ member of a profile is dropped', async () => {
  op.tamper.reply = (path) =>
    path === '/me'
      ? {
          headers: { 'content-type': 'application/json' },
          body: '{"sub":"ann","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":7,"hasOwnProperty":7}',
        }
      : undefined
  const { user, profile } = await signIn(setup, op, oauth(op))
  expect(Object.keys(user)).toEqual(['id'])
  expect(Object.hasOwn(profile, '__proto__')).toBe(false)
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
})

test.each(['\u200b', '\u00ad', '\u2060', '\ufeff', '\u034f', '\u115f', '\u202e', '\ue000', '\u{e0061}'])(
  'refuses an e-mail address with the invisible character %j',
  async (unseen) => {
    for (const email of [`an${unseen}n@example.org`, `ann@exam${unseen}ple.org`, `ann${unseen}@example.org`]) {
      op.tamper.claims = (claims) => ({ ...claims, email })
      const { user, emailVerified } = await signIn(setup, op, oidc(op))
      expect([user.email, emailVerified]).toStrictEqual([undefined, undefined])
    }
  },
)

test.each(['änn@example.org', '안@example.org', 'añña@example.org', 'नमस्ते@example.org'])(
  'refuses an e-mail address with non-ASCII letters before the at sign, as our forms do: %s',
  async (email) => {
    op.tamper.claims = (claims) => ({ ...claims, email })
    expect((await signIn(setup, op, oidc(op))).user.email).toBeUndefined()
  },
)

describe('an e-mail address is verified', () => {
  const verified = async (email_verified: unknown, config = oidc(op)): Promise<boolean | undefined> => {
    op.tamper.claims = (claims) => ({ ...claims, email_verified })
    return (await signIn(setup, op, config)).emailVerified
  }

  test.each([
    [true, true],
    [false, false],
    ['true', false],
    ['false', false],
    [1, false],
    [null, undefined],
    [undefined, undefined],
  ])('only if the claim is true: %j means %j', async (claim, meaning) => {
    expect(await verified(claim)).toBe(meaning)
  })

  test('for plain OAuth only if the entry has emailVerified', async () => {
    expect((await signIn(setup, op, oauth(op))).emailVerified).toBeUndefined()
    const config = oauth(op, { emailVerified: (profile) => profile.email_verified === true })
    expect((await signIn(setup, op, config)).emailVerified).toBe(true)
    const truthy = oauth(op, { emailVerified: () => 'yes' as unknown as boolean })
    expect((await signIn(setup, op, truthy)).emailVerified).toBe(false)
  })

  test('only if it is the address of the claim email', async () => {
    const config = oidc(op, { profile: (profile: Profile) => ({ id: String(profile.sub), email: 'boss@example.org' }) })
    expect(await verified(true, config)).toBe(false)
    for (const email of ['x y@example.org', '', 7, ['boss@example.org'], { boss: 'boss@example.org' }]) {
      op.tamper.claims = (claims) => ({ ...claims, email, email_verified: true })
      expect((await signIn(setup, op, config)).emailVerified).toBe(false)
    }
    const upper = oidc(op, { profile: (profile: Profile) => ({ id: String(profile.sub), email: 'ANN@EXAMPLE.ORG' }) })
    expect(await verified(true, upper)).toBe(true)
  })
})

describe('the stored members of the tokens', () => {
  test('are the default ones unless the account callback returns others', async () => {
    op.tamper.tokens = (body) => ({ ...body, refresh_token: 'r', scope: 'openid', session_state: 's', custom: 'c' })
    const { tokens } = await signIn(setup, op, oidc(op))
    expect(Object.keys(resolve(oidc(op)).account(tokens) ?? {}).sort()).toEqual(
      ['access_token', 'expires_at', 'id_token', 'refresh_token', 'scope', 'session_state', 'token_type'].sort(),
    )
    expect(resolve(oidc(op, { account: () => undefined })).account(tokens)).toBeUndefined()
    expect(resolve(oidc(op, { account: ({ scope = '' }) => ({ scope }) })).account(tokens)).toEqual({ scope: 'openid' })
  })
})
