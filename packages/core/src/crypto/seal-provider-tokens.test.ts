import { describe, expect, test } from 'vitest'
import { engines } from '../../test/support/engines.ts'
import { openTokens, sealTokens, withoutTokens } from './seal-provider-tokens.ts'
import { createKeyring } from './keyring.ts'

const NEW = 'a-newer-secret-that-seals-whatever-is-sealed-now'
const OLD = 'an-older-secret-that-still-opens-for-some-weeks-'

// Some providers issue a JWE as access token, under a key of their own.
const FOREIGN_JWE = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA'

const ROW = {
  provider: 'github',
  providerAccountId: '1001',
  userId: 'u1',
  type: 'oauth',
  access_token: FOREIGN_JWE,
  refresh_token: 'naïve 🦉 "refresh"',
  id_token: null,
  oauth_token_secret: 's',
  authed_user: { id: 'U1', access_token: 'nested' },
  token_type: 'bearer',
  scope: 'read',
  session_state: 'state',
  expires_at: 7,
}

/** A value that version 0.1.0 sealed with the newer secret. Later versions must open it. */
const SEALED_BY_0_1_0 = [
  'authwright:eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiUTM5b0t4bHZyeHE0VW5tSGduWGhLaGlkR05wVFhLZ',
  'lVhUW1SWFlQdG1COCJ9..95igvcxTFK2ausFY.jd0E7mULQ79MLcARCetYwF27QRLNOg.Kl4Xj3s1M51QnKD-i52V1w',
].join('')

const SECRET = ['access_token', 'refresh_token', 'oauth_token_secret', 'authed_user'] as const

describe.each(engines)('the tokens of an account row on the %s engine', (_name, engine) => {
  const keyring = createKeyring([NEW, OLD], engine)
  const sealed = async (row = ROW, by = keyring) => (await sealTokens(by, row)).row
  const failing = async (row: typeof ROW, by = keyring) => (await openTokens(by, row)).failed

  test('are sealed without the other members, and open to the same values', async () => {
    const row = await sealed()
    const bare = Object.entries(row).filter(([name, value]) => Reflect.get(ROW, name) === value)
    expect(bare.map(([name]) => name)).toStrictEqual(
      Object.keys(ROW).filter((name) => !SECRET.some((at) => at === name)),
    )
    for (const name of SECRET) expect(row[name]).toMatch(/^authwright:eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(JSON.stringify(row)).not.toMatch(/naïve|nested|AAAAAAAAAAAAAAAA/)
    expect(await openTokens(keyring, row)).toStrictEqual({ row: ROW, failed: [] })
  })

  test('that are not sealed stay unchanged', async () => {
    expect(await openTokens(keyring, ROW)).toStrictEqual({ row: ROW, failed: [] })
    expect(await openTokens(undefined, ROW)).toStrictEqual({ row: ROW, failed: [] })
    const mixed = { ...(await sealed()), access_token: 'written before' }
    expect((await openTokens(keyring, mixed)).row).toStrictEqual({ ...ROW, access_token: 'written before' })
  })

  test('do not open in another row or member', async () => {
    const row = await sealed()
    const elsewhere = [
      { ...row, providerAccountId: '1002' },
      { ...row, provider: 'gitlab' },
      // The same concatenated text, split at another position.
      { ...row, provider: 'github","1', providerAccountId: '001' },
    ]
    for (const other of elsewhere) expect(await failing(other)).toStrictEqual([...SECRET])
    const swapped = { ...row, access_token: row.refresh_token, refresh_token: row.access_token }
    expect(await failing(swapped)).toStrictEqual(['access_token', 'refresh_token'])
    expect((await openTokens(keyring, swapped)).row).toMatchObject({ access_token: null, oauth_token_secret: 's' })
  })

  test('open under renamed columns', async () => {
    const { access_token: accessToken, provider, providerAccountId } = await sealed()
    const { row } = await openTokens(keyring, { provider, providerAccountId, accessToken })
    expect(row.accessToken).toBe(FOREIGN_JWE)
  })

  test('fail if a character is changed or missing', async () => {
    const row = await sealed()
    const { oauth_token_secret: token } = row
    const unaffected: number[] = []
    for (let at = 'authwright:'.length; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      if ((await failing({ ...row, oauth_token_secret: changed })).length === 0) unaffected.push(at)
      expect(await failing({ ...row, oauth_token_secret: token.slice(0, at) })).toStrictEqual(['oauth_token_secret'])
    }
    // The last character of base64url can have unused bits (RFC 4648 §3.5).
    expect(unaffected.filter((at) => /[\w-]/.test(token[at + 1] ?? ''))).toStrictEqual([])
  })

  test('open under every listed secret, are sealed again with the first, and fail without their secret', async () => {
    const old = await sealed(ROW, createKeyring([OLD], engine))
    expect(await openTokens(keyring, old)).toStrictEqual({ row: ROW, failed: [] })
    const alone = createKeyring([NEW], engine)
    expect(await failing(old, alone)).toStrictEqual([...SECRET])
    expect((await openTokens(undefined, old)).failed).toStrictEqual([...SECRET])
    expect(await failing(await sealed((await openTokens(keyring, old)).row), alone)).toStrictEqual([])
  })

  test('of version 0.1.0 open', async () => {
    const row = { provider: 'github', providerAccountId: '1001', access_token: SEALED_BY_0_1_0 }
    expect((await openTokens(keyring, row)).row.access_token).toBe('gho_a token of 0.1.0')
  })

  test('have a key of their own', async () => {
    const { access_token: token } = await sealed()
    const bound = JSON.stringify(['github', '1001', 'accesstoken'])
    expect(await keyring.open('account tokens', token.slice('authwright:'.length), bound)).toBe(
      JSON.stringify(FOREIGN_JWE),
    )
    expect(await keyring.open('authwright.session-token', token.slice('authwright:'.length), bound)).toBeNull()
    expect(await keyring.open('account tokens', token.slice('authwright:'.length))).toBeNull()
  })

  test('are not sealed twice, and a value with the same prefix from a provider is sealed', async () => {
    const row = await sealed()
    expect(await sealed(row)).toStrictEqual(row)
    for (const imitation of ['authwright:', 'authwright:plain', `authwright:${FOREIGN_JWE}`, row.refresh_token]) {
      const other = await sealed({ ...ROW, access_token: imitation })
      expect(other.access_token).not.toBe(imitation)
      expect((await openTokens(keyring, other)).row.access_token).toBe(imitation)
    }
  })

  test('that are too long to open are not sealed', async () => {
    const { row, failed } = await sealTokens(keyring, { ...ROW, refresh_token: 'x'.repeat(50_000) })
    expect([row.refresh_token, failed]).toStrictEqual([null, ['refresh_token']])
    const long = { ...ROW, refresh_token: 'x'.repeat(48_000) }
    expect((await openTokens(keyring, await sealed(long))).row).toStrictEqual(long)
  })

  test('are not the members that identify the row', async () => {
    const row = { ...ROW, provider: 'authwright:a', providerAccountId: 'authwright:b', userId: 'authwright:c' }
    expect(await openTokens(keyring, await sealed(row))).toStrictEqual({ row, failed: [] })
  })
})

test('withoutTokens keeps all other members', () => {
  const { access_token: _a, refresh_token: _r, oauth_token_secret: _s, authed_user: _u, ...rest } = ROW
  const before = structuredClone(ROW)
  expect(withoutTokens(ROW)).toStrictEqual(rest)
  expect(ROW).toStrictEqual(before)
})
