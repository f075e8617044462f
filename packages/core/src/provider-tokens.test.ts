import { describe, expect, test } from 'vitest'
import { ProviderTokensError, openProviderTokens, sealProviderTokens } from './provider-tokens.ts'
import { MissingSecret, WeakSecret } from './errors/error-classes.ts'
import { describeError } from './errors/describe-error.ts'

const secret = 'W5n0qv8Jt2mXc7bRk3zLf9sYh4dGp6uEa1oTi0Vx'
const row = { provider: 'google', providerAccountId: '7', access_token: 'at', refresh_token: 'rt', expires_at: 1 }

const thrownBy = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('opening and sealing the tokens of an account row', () => {
  test('opens sealed tokens with one secret and with the newest of several', async () => {
    const sealed = await sealProviderTokens(row, { secret })
    expect(JSON.stringify(sealed)).not.toMatch(/"(?:at|rt)"/)
    expect(await openProviderTokens(sealed, { secret })).toStrictEqual(row)
    expect(await openProviderTokens(sealed, { secret: [`${secret}.`, secret] })).toStrictEqual(row)
  })

  test('does not change tokens that were stored without a secret', async () => {
    expect(await openProviderTokens(row, { secret })).toStrictEqual(row)
    expect(await openProviderTokens(row, undefined)).toStrictEqual(row)
    expect(await openProviderTokens(row, { secret: undefined })).toStrictEqual(row)
  })

  test('throws for tokens that cannot be opened, without the tokens in the error', async () => {
    const sealed = await sealProviderTokens(row, { secret })
    for (const [other, options] of [
      [sealed, { secret: `${secret}.` }],
      [sealed, undefined],
      [{ ...sealed, providerAccountId: '8' }, { secret }],
      [{ ...sealed, access_token: sealed.refresh_token }, { secret }],
    ] as const) {
      const error = await thrownBy(openProviderTokens(other, options))
      expect(error).toBeInstanceOf(ProviderTokensError)
      expect(error).toMatchObject({
        type: 'ProviderTokensError',
        cause: { provider: 'google', member: 'access_token' },
      })
      expect(describeError(error)).not.toMatch(/eyJ|\brt\b/)
    }
  })

  test('throws without a secret and with a weak one', async () => {
    expect(await thrownBy(sealProviderTokens(row, undefined))).toBeInstanceOf(MissingSecret)
    expect(await thrownBy(sealProviderTokens(row, {}))).toBeInstanceOf(MissingSecret)
    for (const weak of ['', [], 'short', [secret, 'short']]) {
      expect(await thrownBy(sealProviderTokens(row, { secret: weak }))).toBeInstanceOf(MissingSecret)
      expect(await thrownBy(openProviderTokens(row, { secret: weak }))).toBeInstanceOf(MissingSecret)
    }
    const error = await thrownBy(sealProviderTokens(row, { secret: [secret, 'short'] }))
    expect(error).toBeInstanceOf(WeakSecret)
    expect(String(error)).toContain('Secret 2 of 2 of account.tokens')
  })

  test('throws for tokens that are too long to be sealed', async () => {
    const long = { ...row, access_token: 'x'.repeat(60_000) }
    expect(await thrownBy(sealProviderTokens(long, { secret }))).toBeInstanceOf(ProviderTokensError)
  })
})
