import { describe, expect, test } from 'vitest'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import {
  fetchOptions,
  postResponse,
  setUpPasskeys,
  signUp,
  lastReason,
  register,
  signIn,
  type PasskeySetup,
} from '@authwright/test-kit/webauthn/passkey-setup'

const ACCOUNT = `${ORIGIN}/auth/account`
const SIGN_IN = `${ORIGIN}/auth/signin?callbackUrl=${encodeURIComponent(ACCOUNT)}`
const FIRST = `${SIGN_IN}&error=SessionRequired`
const AGAIN = `${SIGN_IN}&error=ReauthenticationRequired`
const rows = ({ adapter }: PasskeySetup) => [...adapter.state().authenticators.values()]
const idOf = (passkey: Passkey): string => passkey.id.toString('base64url')

const change = (visitor: TestBrowser, fields: Record<string, string>) => visitor.post('/auth/account', fields)
const remove = (visitor: TestBrowser, passkey: Passkey) =>
  change(visitor, { action: 'passkey-delete', credentialId: idOf(passkey) })

/** A user with two passkeys. */
const withTwo = async (setup: PasskeySetup) => {
  const [first, second] = [new Passkey(), new Passkey()]
  const visitor = await signUp(setup, first)
  await register(visitor, second)
  return { visitor, first, second }
}

describe('adding a passkey', () => {
  test('adds it to the signed-in user, whatever user the request names', async () => {
    const setup = setUpPasskeys()
    const first = new Passkey()
    const ada = await signUp(setup, first)
    await signUp(setup, new Passkey(), 'bob@example.org')
    const { options } = await fetchOptions(ada, {
      action: 'register',
      email: 'bob@example.org',
      id: 'bob',
      userId: 'bob',
    })
    expect(options.user?.name).toBe('ada@example.org')
    expect(options.excludeCredentials).toMatchObject([{ id: idOf(first) }])
    const second = new Passkey()
    await postResponse(ada, 'register', second.register(options), {
      email: 'bob@example.org',
      userId: 'bob',
      name: ' Key\n2 ',
    })
    const [one, , two] = rows(setup)
    expect(two).toMatchObject({ userId: one?.userId, userHandle: one?.userHandle, name: 'Key 2' })
    expect((await ada.session())?.user?.email).toBe('ada@example.org')
    const other = setup.browser()
    await signIn(other, second)
    expect((await other.session())?.user?.email).toBe('ada@example.org')
  })

  test.each(['database', 'jwt'] as const)('needs a recent sign-in, with %s sessions', async (strategy) => {
    const setup = setUpPasskeys({ config: { session: { strategy } } })
    const passkey = new Passkey()
    const visitor = await signUp(setup, passkey)
    setup.clock.forward(901)
    expect(await fetchOptions(visitor, { action: 'register' })).toMatchObject({
      status: 401,
      error: 'ReauthenticationRequired',
    })
    expect(location(await visitor.get('/auth/passkey?callbackUrl=%2Fa'))).toContain('error=ReauthenticationRequired')
    await signIn(visitor, passkey)
    expect((await fetchOptions(visitor, { action: 'register' })).status).toBe(200)
    expect((await visitor.get('/auth/passkey?callbackUrl=%2Fa')).status).toBe(200)
    expect(rows(setup)).toHaveLength(1)
  })

  test('needs more than the session cookie', async () => {
    const setup = setUpPasskeys()
    const ada = await signUp(setup, new Passkey())
    const cookies = Object.fromEntries([...ada.cookies].filter(([name]) => name.endsWith('session-token')))
    const attacker = setup.browser(cookies)
    expect((await attacker.session())?.user?.email).toBe('ada@example.org')
    expect((await fetchOptions(attacker, { action: 'register' })).status).toBe(401)
    // A recent sign-in of another user does not count for Ada.
    const bob = await signUp(setup, new Passkey(), 'bob@example.org')
    for (const [name, value] of bob.cookies)
      if (name.endsWith('.recent-authentication')) attacker.cookies.set(name, value)
    expect((await fetchOptions(attacker, { action: 'register' })).status).toBe(401)
  })

  test('says on the account page that a passkey was added only if the user added one', async () => {
    const setup = setUpPasskeys()
    const visitor = await signUp(setup, new Passkey())
    const addUrl =
      /href="([^"]*\/auth\/passkey[^"]*)"/.exec(await (await visitor.get('/auth/account')).text())?.[1] ?? ''
    expect(addUrl).toContain('callbackUrl=')
    const account = `${ORIGIN}/auth/account`
    for (const query of ['', '%3Fdone%3Dpasskey-added&error=WebAuthnVerificationError']) {
      const page = await (await visitor.get(`${addUrl.replaceAll('&amp;', '&')}${query}`)).text()
      expect(page).toMatch(/<a href="(?:https:\/\/app\.example\.com)?\/auth\/account">/)
      expect(page).toContain(`name="callbackUrl" value="${account}?done=passkey-added"`)
    }
  })

  test('leads back to its page after a failure', async () => {
    const setup = setUpPasskeys()
    const visitor = await signUp(setup, new Passkey())
    const { options } = await fetchOptions(visitor, { action: 'register' })
    const data = new Passkey().register(options, { uv: false })
    const response = await postResponse(visitor, 'register', data, { callbackUrl: '/back' })
    const page = `${ORIGIN}/auth/passkey?callbackUrl=${encodeURIComponent(`${ORIGIN}/back`)}`
    expect(location(response)).toBe(`${page}&error=WebAuthnVerificationError`)
    expect((await visitor.get(location(response))).status).toBe(200)
  })

  test('does not count as a recent sign-in for the next passkey', async () => {
    const setup = setUpPasskeys()
    const visitor = await signUp(setup, new Passkey())
    setup.clock.forward(600)
    await register(visitor, new Passkey())
    expect(setup.adapter.state().authenticators.size).toBe(2)
    setup.clock.forward(301)
    expect(await fetchOptions(visitor, { action: 'register' })).toMatchObject({
      status: 401,
      error: 'ReauthenticationRequired',
    })
  })

  test('is refused for an ended session', async () => {
    const setup = setUpPasskeys({ config: { session: { maxAge: 60 } } })
    const visitor = await signUp(setup, new Passkey())
    setup.clock.forward(61)
    expect(await fetchOptions(visitor, { action: 'register' })).toEqual({ status: 400, error: 'Invalid request' })
  })
})

describe('the account page', () => {
  test('needs a session', async () => {
    const setup = setUpPasskeys()
    expect(location(await setup.browser().get('/auth/account'))).toBe(FIRST)
    expect(location(await change(setup.browser(), { action: 'unlink' }))).toBe(FIRST)
    const response = await (await signUp(setup, new Passkey())).get('/auth/account')
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('January 1, 2030')
    // The last sign-in method has no delete button.
    expect(html).not.toContain('passkey-delete')
    expect(html).toContain('data-passkey-signal')
  })

  test('lists the passkeys as JSON, with the values for the signal API of the browser', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey({ be: true })
    const visitor = await signUp(setup, passkey)
    const json = { accept: 'application/json' }
    expect(await (await visitor.get('/auth/account', json)).json()).toEqual({
      passkeys: [
        {
          credentialId: idOf(passkey),
          isBackedUp: true,
          canDelete: false,
          createdAt: Date.parse('2030-01-01T12:00:00Z'),
        },
      ],
      rpId: 'app.example.com',
      userId: passkey.userHandle,
    })
    expect((await setup.browser().get('/auth/account', json)).status).toBe(401)
  })

  test('renames a passkey of the user', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    const visitor = await signUp(setup, passkey)
    const fields = { action: 'passkey-rename', credentialId: idOf(passkey), name: ' Büro\u202e ' }
    expect(location(await change(visitor, fields))).toBe(`${ACCOUNT}?done=passkey-renamed`)
    expect(rows(setup)[0]?.name).toBe('Büro')
    await change(visitor, { ...fields, name: 'x'.repeat(65) })
    expect(lastReason(setup)).toBe('length')
    expect(rows(setup)[0]?.name).toBe('Büro')
  })

  test('deletes a passkey of the user with its account row, and the passkey no longer signs in', async () => {
    const setup = setUpPasskeys()
    const { visitor, first, second } = await withTwo(setup)
    expect(location(await remove(visitor, first))).toBe(`${ACCOUNT}?done=passkey-deleted`)
    expect(rows(setup).map(({ credentialID }) => credentialID)).toEqual([second.id.toString('base64')])
    expect(setup.adapter.state().accounts.size).toBe(1)
    expect(location(await signIn(setup.browser(), first))).toContain('error=WebAuthnVerificationError')
    expect(location(await signIn(setup.browser(), second))).toBe(`${ORIGIN}/`)
  })

  test('requires that the account row and the passkey belong to the same user', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const account = { provider: 'passkey', providerAccountId: passkey.id.toString('base64') }
    await setup.adapter.unlinkAccount(account)
    await signIn(setup.browser(), passkey)
    expect(lastReason(setup)).toBe('unknown')
    await setup.adapter.createUser({ id: 'eve', email: 'eve@example.org', emailVerified: null })
    await setup.adapter.linkAccount({ ...account, type: 'webauthn', userId: 'eve' })
    const visitor = setup.browser()
    await signIn(visitor, passkey)
    expect(lastReason(setup)).toBe('unknown')
    expect(await visitor.session()).toBeNull()
  })

  test('does not change or reveal the passkey of another user', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const { visitor: bob } = await (async () => {
      const own = new Passkey()
      const visitor = await signUp(setup, own, 'bob@example.org')
      await register(visitor, new Passkey())
      return { visitor }
    })()
    const before = setup.adapter.state()
    for (const action of ['passkey-delete', 'passkey-rename']) {
      const responses = await Promise.all(
        [idOf(passkey), idOf(new Passkey())].map(async (credentialId) => {
          const response = await change(bob, { action, credentialId, name: 'mine' })
          return [response.status, await response.text()]
        }),
      )
      expect(responses[0]?.[0]).toBe(404)
      expect(responses[0]).toEqual(responses[1])
    }
    expect(setup.adapter.state()).toEqual(before)
  })

  test('keeps the last sign-in method', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    const visitor = await signUp(setup, passkey)
    expect(location(await remove(visitor, passkey))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect(rows(setup)).toHaveLength(1)
  })

  test('keeps one of two passkeys that are deleted concurrently', async () => {
    const setup = setUpPasskeys()
    const { visitor, first, second } = await withTwo(setup)
    await Promise.all([remove(visitor.copy(), first), remove(visitor.copy(), second)])
    expect(rows(setup)).toHaveLength(1)
  })

  test('needs a recent sign-in for a deletion', async () => {
    const setup = setUpPasskeys()
    const { visitor, first } = await withTwo(setup)
    setup.clock.forward(901)
    expect(location(await remove(visitor, first))).toBe(AGAIN)
    expect(rows(setup)).toHaveLength(2)
  })

  test('refuses a change from another origin', async () => {
    const setup = setUpPasskeys()
    const { visitor, first } = await withTwo(setup)
    const fields = { action: 'passkey-delete', credentialId: idOf(first) }
    const response = await visitor.post('/auth/account', fields, { origin: 'https://evil.example' })
    expect(location(response)).toContain('error=MissingCSRF')
    expect(rows(setup)).toHaveLength(2)
  })

  test('refuses an unknown action', async () => {
    const visitor = await signUp(setUpPasskeys(), new Passkey())
    expect((await change(visitor, { action: 'delete-everything' })).status).toBe(400)
    expect((await change(visitor, {})).status).toBe(400)
  })

  test('unlinks a provider account, unless it is the last sign-in method', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    const visitor = await signUp(setup, passkey)
    const { userId = '' } = rows(setup)[0] ?? {}
    const account = { provider: 'github', providerAccountId: '1' }
    await setup.adapter.linkAccount({ ...account, type: 'oauth', userId })
    await setup.adapter.createUser({ id: 'bob', email: 'bob@example.org', emailVerified: null })
    await setup.adapter.linkAccount({ provider: 'github', providerAccountId: '2', type: 'oauth', userId: 'bob' })
    expect((await change(visitor, { action: 'unlink', provider: 'github', providerAccountId: '2' })).status).toBe(404)
    // A provider that is no longer configured cannot sign the user in, so the passkey is the only sign-in method.
    expect(location(await change(visitor, { action: 'unlink', ...account }))).toContain('error=AccessDenied')
    await register(visitor, new Passkey())
    expect(location(await change(visitor, { action: 'unlink', ...account }))).toBe(`${ACCOUNT}?done=unlinked`)
    expect([...setup.adapter.state().accounts.values()].filter(({ provider }) => provider === 'github')).toMatchObject([
      { userId: 'bob' },
    ])
  })
})
