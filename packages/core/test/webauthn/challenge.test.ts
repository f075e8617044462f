import { describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
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

const REFUSED = `${ORIGIN}/auth/error?error=WebAuthnVerificationError`
const ACTION = { action: 'authenticate' }

describe('a challenge', () => {
  test('has 32 random bytes that never repeat', async () => {
    const visitor = setUpPasskeys().browser()
    const [one, two] = [await fetchOptions(visitor), await fetchOptions(visitor)]
    expect(Buffer.from(one.options.challenge, 'base64url')).toHaveLength(32)
    expect(one.options.challenge).not.toBe(two.options.challenge)
  })

  test.each([
    ['of another browser', 'absent', async (): Promise<void> => undefined],
    ['without its cookie', 'absent', async (): Promise<void> => undefined],
  ])('%s is refused', async (_name, why) => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const { options } = await fetchOptions(setup.browser(), ACTION)
    expect(location(await postResponse(setup.browser(), 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(lastReason(setup)).toBe(why)
  })

  test('expires after ten minutes', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const early = await fetchOptions(visitor, ACTION)
    setup.clock.forward(600)
    expect(location(await postResponse(visitor, 'authenticate', passkey.assert(early.options)))).toBe(`${ORIGIN}/`)
    const other = setup.browser()
    const late = await fetchOptions(other, ACTION)
    setup.clock.forward(601)
    expect(location(await postResponse(other, 'authenticate', passkey.assert(late.options)))).toBe(REFUSED)
    expect(lastReason(setup)).toBe('expired')
  })

  test.each([
    ['after a success', {}],
    ['after a failure', { origin: 'https://evil.example' }],
  ])('cannot be used again %s, not even with its cookie restored', async (_name, changes) => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const { options } = await fetchOptions(visitor, ACTION)
    const attacker = visitor.copy()
    await postResponse(visitor, 'authenticate', passkey.assert(options, changes))
    expect([...visitor.cookies.keys()].filter((name) => /challenge\.[0-9a-f]{12}$/.test(name))).toEqual([])
    expect(location(await postResponse(attacker, 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(lastReason(setup)).toBe('used')
    expect(await attacker.session()).toBeNull()
  })

  test('cannot be used again in its last second, if the clock of the database is ahead', async () => {
    const clock = { now: () => 0 }
    const adapter = memoryAdapter({ now: () => clock.now() + 30_000 })
    const setup = setUpPasskeys({ adapter })
    clock.now = setup.clock.now
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const { options } = await fetchOptions(visitor, ACTION)
    const attacker = visitor.copy()
    setup.clock.forward(600.999)
    expect(location(await postResponse(visitor, 'authenticate', passkey.assert(options)))).toBe(`${ORIGIN}/`)
    expect(location(await postResponse(attacker, 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(lastReason(setup)).toBe('used')
  })

  test('cannot be used again with an adapter that has verification tokens but no counters', async () => {
    const { incrementCounter: _without, ...adapter } = memoryAdapter()
    const setup = setUpPasskeys({ adapter: adapter as ReturnType<typeof memoryAdapter> })
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const { options } = await fetchOptions(visitor, ACTION)
    const attacker = visitor.copy()
    expect(location(await postResponse(visitor, 'authenticate', passkey.assert(options)))).toBe(`${ORIGIN}/`)
    expect(location(await postResponse(attacker, 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(lastReason(setup)).toBe('used')
    expect(adapter.state().tokens.size).toBe(0)
  })

  test('of a registration does not sign in, and the reverse', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const registering = await fetchOptions(visitor, { action: 'register', email: 'bob@example.org' })
    const data = passkey.assert({ ...registering.options, rpId: 'app.example.com' })
    expect(location(await postResponse(visitor, 'authenticate', data))).toBe(REFUSED)
    expect(lastReason(setup)).toBe('other-purpose')
    const entering = await fetchOptions(visitor, ACTION)
    const made = new Passkey().register({ ...entering.options, rp: { id: 'app.example.com', name: '' } })
    expect(location(await postResponse(visitor, 'register', made))).toBe(REFUSED)
    expect(lastReason(setup)).toBe('other-purpose')
    expect(setup.adapter.state().users.size).toBe(1)
  })

  test('of another user adds no passkey', async () => {
    const setup = setUpPasskeys()
    const [ada, bob] = [await signUp(setup, new Passkey()), await signUp(setup, new Passkey(), 'bob@example.org')]
    const { options } = await fetchOptions(ada, { action: 'register' })
    // Another user has signed in meanwhile: the ceremony is Ada's, the session is Bob's.
    for (const [name, value] of bob.cookies) if (name.endsWith('session-token')) ada.cookies.set(name, value)
    expect(location(await postResponse(ada, 'register', new Passkey().register(options)))).toContain('error=')
    expect(lastReason(setup)).toBe('another-user')
    expect(setup.adapter.state().authenticators.size).toBe(2)
  })

  test('of a sign-up adds no passkey to a user who has signed in meanwhile', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const { options } = await fetchOptions(visitor, { action: 'register', email: 'eve@example.org' })
    await signIn(visitor, passkey)
    await postResponse(visitor, 'register', new Passkey().register(options))
    expect(lastReason(setup)).toBe('another-user')
    expect(setup.adapter.state().users.size).toBe(1)
  })

  test.each([
    ['shorter', (challenge: string) => challenge.slice(0, -4)],
    ['chosen by the attacker', () => Buffer.alloc(32, 1).toString('base64url')],
    [
      'in base64 instead of base64url',
      (challenge: string) => `${Buffer.from(challenge, 'base64url').toString('base64')}`,
    ],
    ['with an extra character', (challenge: string) => `${challenge}A`],
    ['empty', () => ''],
  ])('%s is refused', async (_name, change) => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const { options } = await fetchOptions(visitor, ACTION)
    const data = passkey.assert(options, { challenge: change(options.challenge) })
    expect(location(await postResponse(visitor, 'authenticate', data))).toBe(REFUSED)
    expect(lastReason(setup)).toBe('absent')
  })

  test('of another provider is refused', async () => {
    const { WebAuthn } = await import('../../src/providers/webauthn.ts')
    const { Passkey: passkeyProvider } = await import('../../src/providers/passkey.ts')
    const providers = [passkeyProvider(), WebAuthn({ enableConditionalUI: false })]
    const setup = setUpPasskeys({ config: { providers } })
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const { options } = await fetchOptions(visitor, ACTION, 'webauthn')
    expect(location(await postResponse(visitor, 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(lastReason(setup)).toBe('other-provider')
  })
})

test('each tab and its autofill have a challenge of their own', async () => {
  const setup = setUpPasskeys()
  const passkey = new Passkey()
  await signUp(setup, passkey)
  const visitor = setup.browser()
  const autofill = await fetchOptions(visitor, ACTION)
  const first = await fetchOptions(visitor, ACTION)
  await fetchOptions(visitor, { action: 'register', email: 'bob@example.org' })
  expect(location(await postResponse(visitor, 'authenticate', passkey.assert(first.options)))).toBe(`${ORIGIN}/`)
  expect(location(await postResponse(visitor, 'authenticate', passkey.assert(autofill.options)))).toBe(`${ORIGIN}/`)
  expect(setup.errors).toEqual([])
})

test('a browser keeps a few challenges and drops the oldest', async () => {
  const setup = setUpPasskeys()
  const visitor = setup.browser()
  for (let i = 0; i < 12; i += 1) {
    await fetchOptions(visitor, ACTION)
    setup.clock.forward(1)
  }
  expect([...visitor.cookies.keys()].filter((name) => name.includes('challenge.'))).toHaveLength(6)
})

describe('the signature counter', () => {
  const MAX = 4_294_967_295
  test.each([
    ['increases', 5, 6, 6],
    ['jumps', 5, 5000, 5000],
    ['reaches its maximum', 5, MAX, MAX],
    ['stays at 0', 0, 0, 0],
  ])('that %s signs in', async (_name, stored, sent, kept) => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    passkey.counts = false
    await signUp(setup, passkey)
    const credentialID = passkey.id.toString('base64')
    await setup.adapter.updateAuthenticatorCounter(credentialID, stored)
    expect(location(await signIn(setup.browser(), passkey, { counter: sent }))).toBe(`${ORIGIN}/`)
    expect(setup.adapter.state().authenticators.get(credentialID)?.counter).toBe(kept)
  })

  test.each([
    ['stays the same', 5, 5],
    ['decreases', 5, 4],
    ['decreases to 0', 5, 0],
    ['overflows', MAX, 1],
  ])('that %s is refused and logged, and the stored value stays', async (_name, stored, sent) => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const credentialID = passkey.id.toString('base64')
    await setup.adapter.updateAuthenticatorCounter(credentialID, stored)
    const before = setup.adapter.state().authenticators.get(credentialID)
    const visitor = setup.browser()
    expect(location(await signIn(visitor, passkey, { counter: sent }))).toBe(REFUSED)
    expect(await visitor.session()).toBeNull()
    expect(lastReason(setup)).toBe('counter-regression')
    expect(setup.adapter.state().authenticators.get(credentialID)).toEqual(before)
  })

  test('is not used before the signature is verified', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    await setup.adapter.updateAuthenticatorCounter(passkey.id.toString('base64'), 5)
    await signIn(setup.browser(), passkey, {
      counter: 1,
      key: new Passkey().privateKey,
    })
    expect(lastReason(setup)).not.toBe('counter-regression')
  })

  test('never decreases in the database with twenty concurrent sign-ins', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    await signUp(setup, passkey)
    const ready = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visitor = setup.browser()
        const { options } = await fetchOptions(visitor, ACTION)
        return { visitor, data: passkey.assert(options) }
      }),
    )
    const kept: number[] = []
    await Promise.all(
      ready.toReversed().map(async ({ visitor, data }) => {
        await postResponse(visitor, 'authenticate', data)
        kept.push(setup.adapter.state().authenticators.get(passkey.id.toString('base64'))?.counter ?? 0)
      }),
    )
    expect(kept).toEqual(kept.toSorted((a, b) => a - b))
    expect(kept.at(-1)).toBe(21)
  })

  test('one response that is sent twenty times signs in once', async () => {
    const setup = setUpPasskeys()
    const passkey = new Passkey()
    passkey.counts = false
    await signUp(setup, passkey)
    const visitor = setup.browser()
    const { options } = await fetchOptions(visitor, ACTION)
    const data = passkey.assert(options)
    const all = await Promise.all(Array.from({ length: 20 }, () => postResponse(visitor.copy(), 'authenticate', data)))
    expect(all.filter((response) => location(response) === `${ORIGIN}/`)).toHaveLength(1)
  })
})

test('user verification is requested and enforced as configured', async () => {
  const loose = {
    authenticationOptions: { userVerification: 'preferred' as const },
    verifyAuthenticationOptions: { requireUserVerification: false },
    registrationOptions: { authenticatorSelection: { userVerification: 'discouraged' as const } },
    verifyRegistrationOptions: { requireUserVerification: false },
  }
  const setup = setUpPasskeys({ passkey: loose })
  expect((await fetchOptions(setup.browser())).options.userVerification).toBe('preferred')
  const { options } = await fetchOptions(setup.browser(), { action: 'register', email: 'ada@example.org' })
  expect(options.authenticatorSelection).toMatchObject({ userVerification: 'discouraged' })
  const passkey = new Passkey()
  expect(location(await register(setup.browser(), passkey, 'ada@example.org', { uv: false }))).toBe(`${ORIGIN}/`)
  expect(location(await signIn(setup.browser(), passkey, { uv: false }))).toBe(`${ORIGIN}/`)
  expect(location(await signIn(setup.browser(), passkey, { uv: false, up: false }))).toBe(REFUSED)
})

test('the client cannot change the required user verification', async () => {
  const setup = setUpPasskeys()
  const passkey = new Passkey()
  const accountRequest = { userVerification: 'discouraged', requireUserVerification: 'false', uv: '0' }
  const visitor = setup.browser()
  const making = await fetchOptions(visitor, { action: 'register', email: 'ada@example.org', ...accountRequest })
  expect(making.options.authenticatorSelection).toMatchObject({ userVerification: 'required' })
  const made = passkey.register({ ...making.options, userVerification: 'discouraged' }, { uv: false })
  expect(location(await postResponse(visitor, 'register', made, accountRequest))).toBe(REFUSED)
  expect(setup.adapter.state().users.size).toBe(0)

  await signUp(setup, passkey)
  const entering = await fetchOptions(visitor, { ...ACTION, ...accountRequest })
  expect(entering.options.userVerification).toBe('required')
  const asserted = passkey.assert(entering.options, { uv: false })
  expect(location(await postResponse(visitor, 'authenticate', asserted, accountRequest))).toBe(REFUSED)
  expect(await visitor.session()).toBeNull()
})
