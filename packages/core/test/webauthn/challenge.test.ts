import { describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import { location, ORIGIN } from '../support/site.ts'
import { Passkey } from './authenticator.ts'
import { answer, ask, makeWorld, member, reason, register, signIn } from './world.ts'

const REFUSED = `${ORIGIN}/auth/error?error=WebAuthnVerificationError`
const ACTION = { action: 'authenticate' }

describe('a challenge', () => {
  test('has 32 random bytes that never repeat', async () => {
    const visitor = makeWorld().browser()
    const [one, two] = [await ask(visitor), await ask(visitor)]
    expect(Buffer.from(one.options.challenge, 'base64url')).toHaveLength(32)
    expect(one.options.challenge).not.toBe(two.options.challenge)
  })

  test.each([
    ['of another browser', 'absent', async (): Promise<void> => undefined],
    ['without its cookie', 'absent', async (): Promise<void> => undefined],
  ])('%s is refused', async (_name, why) => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const { options } = await ask(world.browser(), ACTION)
    expect(location(await answer(world.browser(), 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(reason(world)).toBe(why)
  })

  test('expires after ten minutes', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const early = await ask(visitor, ACTION)
    world.clock.forward(600)
    expect(location(await answer(visitor, 'authenticate', passkey.assert(early.options)))).toBe(`${ORIGIN}/`)
    const other = world.browser()
    const late = await ask(other, ACTION)
    world.clock.forward(601)
    expect(location(await answer(other, 'authenticate', passkey.assert(late.options)))).toBe(REFUSED)
    expect(reason(world)).toBe('expired')
  })

  test.each([
    ['after a success', {}],
    ['after a failure', { origin: 'https://evil.example' }],
  ])('cannot be used again %s, not even with its cookie restored', async (_name, twist) => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const { options } = await ask(visitor, ACTION)
    const thief = visitor.copy()
    await answer(visitor, 'authenticate', passkey.assert(options, twist))
    expect([...visitor.cookies.keys()].filter((name) => /challenge\.[0-9a-f]{12}$/.test(name))).toEqual([])
    expect(location(await answer(thief, 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(reason(world)).toBe('used')
    expect(await thief.session()).toBeNull()
  })

  test('cannot be used again in its last second, if the clock of the database is ahead', async () => {
    const clock = { now: () => 0 }
    const adapter = memoryAdapter({ now: () => clock.now() + 30_000 })
    const world = makeWorld({ adapter })
    clock.now = world.clock.now
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const { options } = await ask(visitor, ACTION)
    const thief = visitor.copy()
    world.clock.forward(600.999)
    expect(location(await answer(visitor, 'authenticate', passkey.assert(options)))).toBe(`${ORIGIN}/`)
    expect(location(await answer(thief, 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(reason(world)).toBe('used')
  })

  test('cannot be used again with an adapter that has verification tokens but no counters', async () => {
    const { incrementCounter: _without, ...adapter } = memoryAdapter()
    const world = makeWorld({ adapter: adapter as ReturnType<typeof memoryAdapter> })
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const { options } = await ask(visitor, ACTION)
    const thief = visitor.copy()
    expect(location(await answer(visitor, 'authenticate', passkey.assert(options)))).toBe(`${ORIGIN}/`)
    expect(location(await answer(thief, 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(reason(world)).toBe('used')
    expect(adapter.state().tokens.size).toBe(0)
  })

  test('of a registration does not sign in, and the reverse', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const registering = await ask(visitor, { action: 'register', email: 'bob@example.org' })
    const data = passkey.assert({ ...registering.options, rpId: 'app.example.com' })
    expect(location(await answer(visitor, 'authenticate', data))).toBe(REFUSED)
    expect(reason(world)).toBe('other-purpose')
    const entering = await ask(visitor, ACTION)
    const made = new Passkey().register({ ...entering.options, rp: { id: 'app.example.com', name: '' } })
    expect(location(await answer(visitor, 'register', made))).toBe(REFUSED)
    expect(reason(world)).toBe('other-purpose')
    expect(world.adapter.state().users.size).toBe(1)
  })

  test('of another user adds no passkey', async () => {
    const world = makeWorld()
    const [ada, bob] = [await member(world, new Passkey()), await member(world, new Passkey(), 'bob@example.org')]
    const { options } = await ask(ada, { action: 'register' })
    // Another user has signed in meanwhile: the ceremony is Ada's, the session is Bob's.
    for (const [name, value] of bob.cookies) if (name.endsWith('session-token')) ada.cookies.set(name, value)
    expect(location(await answer(ada, 'register', new Passkey().register(options)))).toContain('error=')
    expect(reason(world)).toBe('another-user')
    expect(world.adapter.state().authenticators.size).toBe(2)
  })

  test('of a sign-up adds no passkey to a user who has signed in meanwhile', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const { options } = await ask(visitor, { action: 'register', email: 'eve@example.org' })
    await signIn(visitor, passkey)
    await answer(visitor, 'register', new Passkey().register(options))
    expect(reason(world)).toBe('another-user')
    expect(world.adapter.state().users.size).toBe(1)
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
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const { options } = await ask(visitor, ACTION)
    const data = passkey.assert(options, { challenge: change(options.challenge) })
    expect(location(await answer(visitor, 'authenticate', data))).toBe(REFUSED)
    expect(reason(world)).toBe('absent')
  })

  test('of another provider is refused', async () => {
    const { WebAuthn } = await import('../../src/providers/webauthn.ts')
    const { Passkey: passkeyProvider } = await import('../../src/providers/passkey.ts')
    const providers = [passkeyProvider(), WebAuthn({ enableConditionalUI: false })]
    const world = makeWorld({ config: { providers } })
    const passkey = new Passkey()
    await member(world, passkey)
    const visitor = world.browser()
    const { options } = await ask(visitor, ACTION, 'webauthn')
    expect(location(await answer(visitor, 'authenticate', passkey.assert(options)))).toBe(REFUSED)
    expect(reason(world)).toBe('other-provider')
  })
})

test('each tab and its autofill have a challenge of their own', async () => {
  const world = makeWorld()
  const passkey = new Passkey()
  await member(world, passkey)
  const visitor = world.browser()
  const autofill = await ask(visitor, ACTION)
  const first = await ask(visitor, ACTION)
  await ask(visitor, { action: 'register', email: 'bob@example.org' })
  expect(location(await answer(visitor, 'authenticate', passkey.assert(first.options)))).toBe(`${ORIGIN}/`)
  expect(location(await answer(visitor, 'authenticate', passkey.assert(autofill.options)))).toBe(`${ORIGIN}/`)
  expect(world.errors).toEqual([])
})

test('a browser keeps a few challenges and drops the oldest', async () => {
  const world = makeWorld()
  const visitor = world.browser()
  for (let i = 0; i < 12; i += 1) {
    await ask(visitor, ACTION)
    world.clock.forward(1)
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
    const world = makeWorld()
    const passkey = new Passkey()
    passkey.counts = false
    await member(world, passkey)
    const credentialID = passkey.id.toString('base64')
    await world.adapter.updateAuthenticatorCounter(credentialID, stored)
    expect(location(await signIn(world.browser(), passkey, { counter: sent }))).toBe(`${ORIGIN}/`)
    expect(world.adapter.state().authenticators.get(credentialID)?.counter).toBe(kept)
  })

  test.each([
    ['stays the same', 5, 5],
    ['decreases', 5, 4],
    ['decreases to 0', 5, 0],
    ['overflows', MAX, 1],
  ])('that %s is refused and logged, and the stored value stays', async (_name, stored, sent) => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const credentialID = passkey.id.toString('base64')
    await world.adapter.updateAuthenticatorCounter(credentialID, stored)
    const before = world.adapter.state().authenticators.get(credentialID)
    const visitor = world.browser()
    expect(location(await signIn(visitor, passkey, { counter: sent }))).toBe(REFUSED)
    expect(await visitor.session()).toBeNull()
    expect(reason(world)).toBe('counter-regression')
    expect(world.adapter.state().authenticators.get(credentialID)).toEqual(before)
  })

  test('is not used before the signature is verified', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    await world.adapter.updateAuthenticatorCounter(passkey.id.toString('base64'), 5)
    await signIn(world.browser(), passkey, {
      counter: 1,
      key: new Passkey().privateKey,
    })
    expect(reason(world)).not.toBe('counter-regression')
  })

  test('never decreases in the database with twenty concurrent sign-ins', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    await member(world, passkey)
    const ready = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visitor = world.browser()
        const { options } = await ask(visitor, ACTION)
        return { visitor, data: passkey.assert(options) }
      }),
    )
    const kept: number[] = []
    await Promise.all(
      ready.toReversed().map(async ({ visitor, data }) => {
        await answer(visitor, 'authenticate', data)
        kept.push(world.adapter.state().authenticators.get(passkey.id.toString('base64'))?.counter ?? 0)
      }),
    )
    expect(kept).toEqual(kept.toSorted((a, b) => a - b))
    expect(kept.at(-1)).toBe(21)
  })

  test('one response that is sent twenty times signs in once', async () => {
    const world = makeWorld()
    const passkey = new Passkey()
    passkey.counts = false
    await member(world, passkey)
    const visitor = world.browser()
    const { options } = await ask(visitor, ACTION)
    const data = passkey.assert(options)
    const all = await Promise.all(Array.from({ length: 20 }, () => answer(visitor.copy(), 'authenticate', data)))
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
  const world = makeWorld({ passkey: loose })
  expect((await ask(world.browser())).options.userVerification).toBe('preferred')
  const { options } = await ask(world.browser(), { action: 'register', email: 'ada@example.org' })
  expect(options.authenticatorSelection).toMatchObject({ userVerification: 'discouraged' })
  const passkey = new Passkey()
  expect(location(await register(world.browser(), passkey, 'ada@example.org', { uv: false }))).toBe(`${ORIGIN}/`)
  expect(location(await signIn(world.browser(), passkey, { uv: false }))).toBe(`${ORIGIN}/`)
  expect(location(await signIn(world.browser(), passkey, { uv: false, up: false }))).toBe(REFUSED)
})

test('the client cannot change the required user verification', async () => {
  const world = makeWorld()
  const passkey = new Passkey()
  const accountRequest = { userVerification: 'discouraged', requireUserVerification: 'false', uv: '0' }
  const visitor = world.browser()
  const making = await ask(visitor, { action: 'register', email: 'ada@example.org', ...accountRequest })
  expect(making.options.authenticatorSelection).toMatchObject({ userVerification: 'required' })
  const made = passkey.register({ ...making.options, userVerification: 'discouraged' }, { uv: false })
  expect(location(await answer(visitor, 'register', made, accountRequest))).toBe(REFUSED)
  expect(world.adapter.state().users.size).toBe(0)

  await member(world, passkey)
  const entering = await ask(visitor, { ...ACTION, ...accountRequest })
  expect(entering.options.userVerification).toBe('required')
  const asserted = passkey.assert(entering.options, { uv: false })
  expect(location(await answer(visitor, 'authenticate', asserted, accountRequest))).toBe(REFUSED)
  expect(await visitor.session()).toBeNull()
})
