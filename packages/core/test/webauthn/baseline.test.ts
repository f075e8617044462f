import { describe, expect, test } from 'vitest'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import {
  postResponse,
  fetchOptions,
  setUpPasskeys,
  signUp,
  lastReason,
  register,
  signIn,
} from '@authwright/test-kit/webauthn/passkey-setup'

describe.each(['database', 'jwt'] as const)('with %s sessions', (strategy) => {
  test.each([
    ['ES256', -7],
    ['EdDSA', -8],
    ['RS256', -257],
  ])('a passkey with %s signs up, and signs in in another browser', async (_name, alg) => {
    const setup = setUpPasskeys({ config: { session: { strategy } } })
    const passkey = new Passkey({ alg, be: true })
    const visitor = setup.browser()
    const response = await register(visitor, passkey, ' Ada@Example.org ')
    expect(location(response)).toBe(`${ORIGIN}/`)
    expect((await visitor.session())?.user?.email).toBe('ada@example.org')

    const other = setup.browser()
    expect(location(await signIn(other, passkey))).toBe(`${ORIGIN}/`)
    expect((await other.session())?.user?.email).toBe('ada@example.org')
    expect(setup.errors).toEqual([])
    expect(setup.adapter.state().users.size).toBe(1)
  })
})

test('the row has the ID, key, counter, transports, backup state and user handle, but no attestation', async () => {
  const setup = setUpPasskeys()
  const passkey = new Passkey({ be: true })
  await signUp(setup, passkey)
  const [row] = setup.adapter.state().authenticators.values()
  const id = passkey.id.toString('base64')
  expect(row).toEqual({
    credentialID: id,
    providerAccountId: id,
    userId: [...setup.adapter.state().users.keys()][0],
    credentialPublicKey: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) as string,
    counter: 1,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal,hybrid',
    userHandle: passkey.userHandle,
    createdAt: new Date('2030-01-01T12:00:00Z'),
  })
  expect([...setup.adapter.state().accounts.values()]).toEqual([
    { provider: 'passkey', providerAccountId: id, type: 'webauthn', userId: row?.userId },
  ])
  expect([...setup.adapter.state().users.values()][0]?.emailVerified).toBeNull()
})

test('a sign-in stores the counter, the backup state and the time', async () => {
  const setup = setUpPasskeys()
  const passkey = new Passkey({ be: true })
  await signUp(setup, passkey)
  setup.clock.forward(60)
  await signIn(setup.browser(), passkey, { bs: false })
  expect([...setup.adapter.state().authenticators.values()][0]).toMatchObject({
    counter: 2,
    credentialBackedUp: false,
    lastUsedAt: new Date('2030-01-01T12:01:00Z'),
  })
})

describe('the options', () => {
  test('of a registration follow the config', async () => {
    const { action, options } = await fetchOptions(setUpPasskeys().browser(), {
      action: 'register',
      email: 'ada@example.org',
    })
    expect(action).toBe('register')
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rp: { id: 'app.example.com', name: 'app.example.com' },
      user: {
        id: expect.stringMatching(/^[\w-]{43}$/) as string,
        name: 'ada@example.org',
        displayName: 'ada@example.org',
      },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      extensions: { credProps: true },
      hints: [],
    })
  })

  test('of a sign-in follow the config', async () => {
    const { action, options } = await fetchOptions(setUpPasskeys().browser())
    expect(action).toBe('authenticate')
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rpId: 'app.example.com',
      timeout: 300_000,
      userVerification: 'required',
    })
  })

  test.each([
    ['an unknown action', { action: 'delete' }, 'Invalid action'],
    ['a sign-up without an address', { action: 'register' }, 'Invalid request'],
    ['a sign-up with an invalid address', { action: 'register', email: 'a@b,c@d' }, 'Invalid request'],
  ])('are refused for %s', async (_what, query, error) => {
    expect(await fetchOptions(setUpPasskeys().browser(), query)).toEqual({ status: 400, error })
  })

  test('are not readable from another origin', async () => {
    const response = await setUpPasskeys()
      .browser()
      .get('/auth/webauthn-options/passkey', { 'sec-fetch-site': 'cross-site' })
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('do not exist for an unknown provider', async () => {
    expect((await setUpPasskeys().browser().get('/auth/webauthn-options/nothing')).status).toBe(404)
    expect((await setUpPasskeys({ withMail: true }).browser().get('/auth/webauthn-options/mail')).status).toBe(404)
  })
})

describe('user enumeration', () => {
  test('the options are the same for an address with and without passkeys', async () => {
    const setup = setUpPasskeys()
    await signUp(setup, new Passkey(), 'ada@example.org')
    const shape = async (query: Record<string, string>): Promise<unknown> => {
      const { options, ...rest } = await fetchOptions(setup.browser(), query)
      return {
        ...rest,
        options: { ...options, challenge: 0, user: { ...options.user, id: 0, name: 0, displayName: 0 } },
      }
    }
    for (const action of [{}, { action: 'authenticate' }, { action: 'register' }]) {
      const known = await shape({ ...action, email: 'ada@example.org' })
      expect(known).toEqual(await shape({ ...action, email: 'bob@example.org' }))
      expect(JSON.stringify(known)).not.toContain('allowCredentials')
    }
  })

  test('a user handle is random and has no data of the user', async () => {
    const setup = setUpPasskeys()
    const handles = await Promise.all(
      ['a', 'b'].map(
        async () =>
          (await fetchOptions(setup.browser(), { action: 'register', email: 'ada@example.org' })).options.user?.id,
      ),
    )
    expect(handles[0]).not.toBe(handles[1])
    expect(Buffer.from(handles[0] ?? '', 'base64url').toString()).not.toContain('ada')
  })

  test('an unknown or deleted passkey fails like any other failure', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const other = new Passkey()
    other.userHandle = passkey.userHandle
    const unknown = location(await signIn(setup.browser(), other))
    await setup.adapter.deleteAuthenticator(passkey.id.toString('base64'))
    expect(location(await signIn(setup.browser(), passkey))).toBe(unknown)
    expect(unknown).toBe(`${ORIGIN}/auth/error?error=WebAuthnVerificationError`)
  })

  test('credential listing returns stable made-up IDs for unknown addresses', async () => {
    const setup = setUpPasskeys({ passkey: { allowDangerousCredentialListing: true } })
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const list = async (email: string) => (await fetchOptions(setup.browser(), { email })).options.allowCredentials
    expect(await list('ada@example.org')).toEqual([
      { id: passkey.id.toString('base64url'), type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    const madeUp = await list('bob@example.org')
    expect(madeUp).toHaveLength(1)
    expect(await list('bob@example.org')).toEqual(madeUp)
    expect(await list('cy@example.org')).not.toEqual(madeUp)
  })
})

describe('the signIn callback', () => {
  test.each([
    ['false', () => false, `${ORIGIN}/auth/error?error=AccessDenied`],
    ['an address', () => '/why', `${ORIGIN}/why`],
  ])('denies by %s before a session or a user is created', async (_name, signInCallback, expected) => {
    const setup = setUpPasskeys({ config: { callbacks: { signIn: signInCallback } } })
    const visitor = setup.browser()
    const response = await register(visitor, new Passkey(), 'ada@example.org')
    expect(location(response)).toBe(expected)
    expect(await visitor.session()).toBeNull()
    const { users, authenticators, accounts, sessions } = setup.adapter.state()
    expect([users, authenticators, accounts, sessions].map(({ size }) => size)).toEqual([0, 0, 0, 0])
  })

  test('is called at each sign-in with the user and the account', async () => {
    const received: unknown[] = []
    let result: boolean | string = true
    const callback = ({ user, account }: { user: unknown; account: unknown }) => {
      received.push([(user as { email: string }).email, account])
      return result
    }
    const setup = setUpPasskeys({ config: { callbacks: { signIn: callback } } })
    const passkey = new Passkey()
    await signUp(setup, passkey)
    result = '/why'
    const visitor = setup.browser()
    expect(location(await signIn(visitor, passkey))).toBe(`${ORIGIN}/why`)
    expect(await visitor.session()).toBeNull()
    const providerAccountId = passkey.id.toString('base64')
    expect(received.at(-1)).toEqual([
      'ada@example.org',
      { provider: 'passkey', type: 'webauthn', providerAccountId, userId: expect.any(String) as string },
    ])
  })
})

test('a form that starts a sign-in redirects to the page with the ceremony', async () => {
  const setup = setUpPasskeys()
  const visitor = setup.browser()
  const response = await visitor.post('/auth/signin/passkey', { callbackUrl: '/members' })
  expect(location(response)).toBe(`${ORIGIN}/auth/signin`)
  const passkey = new Passkey()
  await signUp(setup, passkey)
  // The callback URL is remembered until the passkey is used.
  expect(location(await signIn(visitor, passkey))).toBe(`${ORIGIN}/members`)
})

test('the callback accepts only POST requests from its own origin', async () => {
  const setup = setUpPasskeys()
  const visitor = setup.browser()
  expect((await visitor.get('/auth/callback/passkey')).status).toBe(405)
  const { options } = await fetchOptions(visitor, { action: 'register', email: 'ada@example.org' })
  const data = new Passkey().register(options)
  const response = await visitor.post(
    '/auth/callback/passkey',
    { action: 'register', data },
    { origin: 'https://evil.example' },
  )
  expect(location(response)).toContain('error=MissingCSRF')
  expect(setup.adapter.state().users.size).toBe(0)
})

test('a sign-up with the address of an existing user creates no second user and changes no passkey', async () => {
  const setup = setUpPasskeys()
  const passkey = new Passkey()
  await signUp(setup, passkey)
  const attacker = setup.browser()
  await register(attacker, new Passkey(), 'ADA@example.org')
  expect(await attacker.session()).toBeNull()
  expect(lastReason(setup)).toBe('address-of-another-user')
  expect(setup.adapter.state().authenticators.size).toBe(1)
  expect(setup.adapter.state().users.size).toBe(1)
})

test('data that is not a ceremony response is refused', async () => {
  const setup = setUpPasskeys({ config: { maxBodySize: 2 ** 20 } })
  for (const data of [
    '',
    '{',
    '[]',
    'null',
    '{"id":"AA"}',
    '{"id":"","rawId":""}',
    '{"__proto__":{"id":"AA"}}',
    'x'.repeat(200_000),
  ]) {
    const response = await postResponse(setup.browser(), 'authenticate', data)
    expect(location(response)).toBe(`${ORIGIN}/auth/error?error=WebAuthnVerificationError`)
  }
  expect(lastReason(setup)).toBe('malformed')
  await postResponse(setup.browser(), 'sing', '{}')
  expect(lastReason(setup)).toBe('action')
})
