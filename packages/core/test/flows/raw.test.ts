import { describe, expect, test } from 'vitest'
import { Auth, raw, type AuthConfig } from '../../src/index.ts'
import { AuthError } from '../../src/errors.ts'
import { ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'

const config = (more: Partial<AuthConfig> = {}): AuthConfig & { raw: typeof raw } => ({
  secret: SECRET,
  trustHost: true,
  logger: { error: () => undefined },
  providers: [
    {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      credentials: { password: { type: 'password' } },
      authorize: ({ password }) => (password === 'right' ? { id: 'u1', name: 'Ann' } : null),
    },
  ],
  ...more,
  raw,
})

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(`${ORIGIN}/auth/callback/credentials`, {
    method: 'POST',
    headers: { origin: ORIGIN, ...headers },
    body: new URLSearchParams(fields),
  })

describe('Auth for framework authors', () => {
  test('returns plain data', async () => {
    const response = await Auth(post({ password: 'right', callbackUrl: '/members' }), config())
    expect(response).not.toBeInstanceOf(Response)
    expect(response.redirect).toBe(`${ORIGIN}/members`)
    expect(response.cookies?.map(({ name }) => name)).toEqual([
      '__Host-authwright.session-token',
      '__Host-authwright.last-provider',
    ])
  })

  test('returns plain data although the client asked for JSON', async () => {
    const response = await Auth(post({ password: 'right' }, { 'x-auth-return-redirect': '1' }), config())
    expect(response.redirect).toBe(`${ORIGIN}/`)
  })

  test('renders pages into the body', async () => {
    const response = await Auth(new Request(`${ORIGIN}/auth/signin`), config())
    expect(response.body).toContain('<form')
    expect(response.headers?.get('content-security-policy')).toContain("default-src 'none'")
  })

  test.each([
    ['a refusal', config(), { password: 'wrong' }, 'CredentialsSignin'],
    ['a wrong configuration', config({ secret: 'short' }), { password: 'right' }, 'WeakSecret'],
    [
      'a broken callback',
      config({ callbacks: { jwt: () => JSON.parse('{') as null } }),
      { password: 'right' },
      'JWTSessionError',
    ],
  ])('throws %s as an AuthError', async (_what, own, fields, type) => {
    const error: unknown = await Auth(post(fields), own).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ type })
  })

  test('accepts only the raw symbol', async () => {
    const { raw: _marker, ...plain } = config()
    expect(
      await Auth(new Request(`${ORIGIN}/auth/session`), { ...plain, raw: true } as unknown as AuthConfig),
    ).toBeInstanceOf(Response)
  })
})
