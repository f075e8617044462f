import { memoryAdapter } from '@authwright/testing'
import type { Adapter, AdapterUser, AuthConfig, EmailConfig } from '../../src/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import {
  linkAt,
  signInAt,
  setUpLinking,
  newProviderUser,
  userIdOf,
  signInByMail,
  signInMethodsOf,
  type ProviderUser,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const setUp = (config: Partial<AuthConfig> = {}, mail: Partial<EmailConfig> = {}): LinkingSetup =>
  setUpLinking({ adapter: memoryAdapter(), provider, mail, config: { requireVerifiedEmail: true, ...config } })

const VERIFY = `${ORIGIN}/auth/verify-request?provider=mail&type=email`
const lastLink = ({ mails }: LinkingSetup): string => mails.at(-1)?.url ?? ''

/** Sign in at the provider. The mail that verifies the address is sent, but not opened. */
const begin = async (setup: LinkingSetup, visitor: TestBrowser, person: ProviderUser): Promise<void> => {
  expect(await signInAt(setup, visitor, 'oa', person)).toBe(VERIFY)
  expect(setup.mails.at(-1)?.to).toBe(person.email)
}

describe('a sign-in whose address is not verified', () => {
  test.each(['database', 'jwt'] as const)('continues after the mail is opened (%s sessions)', async (strategy) => {
    const tokens: unknown[] = []
    const seen: string[] = []
    const events = Object.fromEntries(
      (['createUser', 'linkAccount', 'signIn'] as const).map((name) => [name, () => void seen.push(name)]),
    )
    const jwt: NonNullable<AuthConfig['callbacks']>['jwt'] = ({ token, account, profile }) => {
      if (account) tokens.push([account.provider, typeof account.access_token, profile?.['name']])
      return token
    }
    const setup = setUp({ session: { strategy }, events, callbacks: { jwt } })
    const [visitor, person] = [setup.browser(), newProviderUser()]
    await begin(setup, visitor, person)
    expect(await visitor.session()).toBeNull()
    expect(await userIdOf(setup, 'oa', person)).toBeUndefined()
    expect(seen).toEqual([])
    expect(location(await visitor.get(lastLink(setup)))).toBe(`${ORIGIN}/settings`)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann', email: person.email } })
    expect(seen).toEqual(['createUser', 'linkAccount', 'signIn'])
    const user = await setup.adapter.getUserByEmail?.(person.email)
    expect(user?.emailVerified).toBeInstanceOf(Date)
    expect(await signInMethodsOf(setup, 'oa', person)).toMatchObject({ accounts: ['oa'] })
    expect(tokens).toEqual(strategy === 'jwt' ? [['oa', 'string', 'Ann']] : [])
    expect([...visitor.cookies.keys()].filter((name) => name.includes('pending-sign-in'))).toEqual([])
  })

  test('continues after another mail was requested on the page', async () => {
    const setup = setUp()
    const [visitor, person] = [setup.browser(), newProviderUser()]
    await begin(setup, visitor, person)
    await visitor.post('/auth/signin/mail', { email: person.email, resend: '1' })
    expect(setup.mails).toHaveLength(2)
    expect(location(await visitor.get(lastLink(setup)))).toBe(`${ORIGIN}/settings`)
    expect(await signInMethodsOf(setup, 'oa', person)).toMatchObject({ accounts: ['oa'] })
  })

  test('continues after the code of the mail is typed', async () => {
    const codes: string[] = []
    const setup = setUp({}, { mode: 'code', sendVerificationRequest: ({ code = '' }) => void codes.push(code) })
    const [visitor, person] = [setup.browser(), newProviderUser()]
    expect(await signInAt(setup, visitor, 'oa', person)).toBe(VERIFY)
    await visitor.post('/auth/callback/mail', { code: codes[0] ?? '', email: person.email })
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann', email: person.email } })
    expect(await signInMethodsOf(setup, 'oa', person)).toMatchObject({ accounts: ['oa'] })
  })

  test('continues for an address that the provider writes with capitals', async () => {
    const setup = setUp()
    const visitor = setup.browser()
    const { email, ...rest } = newProviderUser()
    const person = { ...rest, email: `P${email.slice(1)}` }
    expect(await signInAt(setup, visitor, 'oa', person)).toBe(VERIFY)
    await visitor.get(lastLink(setup))
    expect(await signInMethodsOf(setup, 'oa', person)).toMatchObject({ accounts: ['oa'] })
  })

  test('needs no second mail the next time', async () => {
    const setup = setUp()
    const [visitor, person] = [setup.browser(), newProviderUser()]
    await begin(setup, visitor, person)
    await visitor.get(lastLink(setup))
    expect(await signInAt(setup, setup.browser(), 'oa', person)).toBe(`${ORIGIN}/settings`)
    expect(setup.mails).toHaveLength(1)
  })

  test('calls the signIn callback for the account before the mail and after it, and refuses before any mail', async () => {
    const calls: unknown[] = []
    const signIn: NonNullable<AuthConfig['callbacks']>['signIn'] = ({ user, account, email, profile }) => {
      const isVerified = (user as AdapterUser).emailVerified !== null
      calls.push([account?.provider, email?.verificationRequest ?? false, isVerified, profile?.['name']])
      return account?.provider !== 'ob'
    }
    const setup = setUp({ callbacks: { signIn } })
    const visitor = setup.browser()
    await begin(setup, visitor, newProviderUser())
    await visitor.get(lastLink(setup))
    expect(calls).toEqual([
      ['oa', false, false, 'Ann'],
      ['mail', true, false, undefined],
      ['oa', false, true, 'Ann'],
    ])
    expect(await signInAt(setup, setup.browser(), 'ob', newProviderUser())).toContain('error=AccessDenied')
    expect(setup.mails).toHaveLength(1)
  })

  test.each(['database', 'jwt'] as const)(
    'is refused if the application blocks the user before the mail is opened (%s sessions)',
    async (strategy) => {
      let isBlocked = false
      const setup = setUp({ session: { strategy }, callbacks: { signIn: () => !isBlocked } })
      const [visitor, person] = [setup.browser(), newProviderUser()]
      await begin(setup, visitor, person)
      isBlocked = true
      expect(location(await visitor.get(lastLink(setup)))).toContain('error=AccessDenied')
      expect(await visitor.session()).toBeNull()
      expect(await userIdOf(setup, 'oa', person)).toBeUndefined()
    },
  )

  test('continues without the callback if its profile was too long for the cookies', async () => {
    const signIn: NonNullable<AuthConfig['callbacks']>['signIn'] = ({ account, profile }) =>
      account?.provider === 'mail' || profile?.['groups'] !== undefined
    const setup = setUp({ callbacks: { signIn } })
    const [visitor, person] = [setup.browser(), newProviderUser({ groups: 'x'.repeat(9000) })]
    await begin(setup, visitor, person)
    expect(location(await visitor.get(lastLink(setup)))).toBe(`${ORIGIN}/settings`)
    expect(await visitor.session()).toMatchObject({ user: { email: person.email } })
  })

  test('in another browser only signs in by mail: the account is not linked there', async () => {
    const setup = setUp()
    const [visitor, other, person] = [setup.browser(), setup.browser(), newProviderUser()]
    await begin(setup, visitor, person)
    const link = new URL(lastLink(setup))
    await other.get(link.href)
    await other.post(link.pathname, Object.fromEntries(link.searchParams))
    expect(await other.session()).toMatchObject({ user: { email: person.email } })
    expect(await userIdOf(setup, 'oa', person)).toBeUndefined()
    expect(await visitor.session()).toBeNull()
  })

  test('expires after a day', async () => {
    const setup = setUp({}, { maxAge: 200_000 })
    const [visitor, person] = [setup.browser(), newProviderUser()]
    await begin(setup, visitor, person)
    setup.clock.forward(86_401)
    await visitor.get(lastLink(setup))
    expect(await userIdOf(setup, 'oa', person)).toBeUndefined()
    expect(await visitor.session()).toMatchObject({ user: { email: person.email } })
  })
})

describe('a pending sign-in that an attacker injected into the browser', () => {
  test('is not continued by another mail to the same address', async () => {
    const setup = setUp()
    const [attacker, victim, person] = [setup.browser(), setup.browser(), newProviderUser()]
    await begin(setup, attacker, person)
    for (const [name, value] of attacker.cookies) if (name.includes('pending-sign-in')) victim.cookies.set(name, value)
    await signInByMail(setup, victim, person.email)
    expect(await victim.session()).toMatchObject({ user: { email: person.email } })
    expect(await userIdOf(setup, 'oa', person)).toBeUndefined()
  })

  test('is not continued for another address', async () => {
    const setup = setUp()
    const [attacker, victim] = [setup.browser(), setup.browser()]
    const [one, two] = [newProviderUser(), newProviderUser()]
    await begin(setup, victim, one)
    await begin(setup, attacker, two)
    for (const [name, value] of attacker.cookies) if (name.includes('pending-sign-in')) victim.cookies.set(name, value)
    await victim.get(setup.mails[0]?.url ?? '')
    expect(await victim.session()).toMatchObject({ user: { email: one.email } })
    expect(await userIdOf(setup, 'oa', two)).toBeUndefined()
    expect(await userIdOf(setup, 'oa', one)).toBeUndefined()
  })

  test.each(['', 'x', 'eyJhbGciOiJkaXIifQ..a.b.c'])('is ignored when it is %j', async (value) => {
    const setup = setUp()
    const [visitor, person] = [setup.browser(), newProviderUser()]
    await begin(setup, visitor, person)
    for (const name of visitor.cookies.keys()) if (name.includes('pending-sign-in')) visitor.cookies.set(name, value)
    await visitor.get(lastLink(setup))
    expect(await visitor.session()).toMatchObject({ user: { email: person.email } })
    expect(await userIdOf(setup, 'oa', person)).toBeUndefined()
  })
})

describe('an existing user whose address is not verified', () => {
  test('verifies it at the next sign-in and keeps the account that signs in, and no other', async () => {
    const adapter = memoryAdapter()
    const before = setUpLinking({ adapter, provider })
    const person = newProviderUser()
    const old = before.browser()
    await signInAt(before, old, 'oa', person)
    const second = newProviderUser({ email: person.email })
    expect(await linkAt(before, old, 'ob', second)).toBe(`${ORIGIN}/settings`)
    expect(await signInMethodsOf(before, 'oa', person)).toMatchObject({ accounts: ['oa', 'ob'] })

    const setup = setUpLinking({ adapter, provider, config: { requireVerifiedEmail: true } })
    const visitor = setup.browser()
    await begin(setup, visitor, person)
    expect(await visitor.session()).toBeNull()
    await visitor.get(lastLink(setup))
    expect(await visitor.session()).toMatchObject({ user: { email: person.email } })
    // What was attached before the address was verified is removed, and its sessions end.
    expect(await signInMethodsOf(setup, 'oa', person)).toMatchObject({ accounts: ['oa'] })
    expect(await old.session()).toBeNull()
  })
})

describe('an address that the application writes while the mail is on its way', () => {
  const OTHER = 'other@example.org'

  /** Ann has an account, or a password, and an unverified address. The mail to it is sent, and then the row changes. */
  const change = async (strategy: 'jwt' | 'database', method: 'account' | 'password', emailVerified: Date | null) => {
    const adapter = memoryAdapter()
    const person = newProviderUser()
    await adapter.createUser({ id: 'u1', name: 'Ann', email: person.email, emailVerified: null })
    await adapter.linkAccount({ provider: 'oa', providerAccountId: person.id, type: 'oauth', userId: 'u1' })
    const mails: { to: string; url: string }[] = []
    const authorize = async () => adapter.getUser('u1')
    const providers: AuthConfig['providers'] = [
      provider.config({ id: 'oa', name: 'OA' }),
      { id: 'password', name: 'Password', type: 'credentials', credentials: {}, authorize },
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        sendVerificationRequest: ({ identifier, url }) => void mails.push({ to: identifier, url }),
      },
    ]
    const config = { requireVerifiedEmail: true, session: { strategy }, providers }
    const setup = setUpLinking({ adapter, provider, config })
    const visitor = setup.browser()
    if (method === 'account') expect(await signInAt(setup, visitor, 'oa', person)).toBe(VERIFY)
    else expect(location(await visitor.post('/auth/callback/password', { callbackUrl: '/settings' }))).toBe(VERIFY)
    expect(mails.map(({ to }) => to)).toEqual([person.email])
    await adapter.updateUser({ id: 'u1', email: OTHER, emailVerified })
    const open = async () => location(await visitor.get(mails.at(-1)?.url ?? ''))
    return { adapter, visitor, mails, open }
  }

  const cases = (['jwt', 'database'] as const).flatMap(
    (strategy) => [[strategy, 'account'] as const, [strategy, 'password'] as const] as const,
  )

  test.each(cases)('is not verified by that mail, but by one to it (%s sessions, %s)', async (strategy, method) => {
    const { adapter, visitor, mails, open } = await change(strategy, method, null)
    expect(await open()).toBe(VERIFY)
    expect(await visitor.session()).toBeNull()
    expect(await adapter.getUser('u1')).toMatchObject({ email: OTHER, emailVerified: null })
    expect(mails.at(-1)?.to).toBe(OTHER)
    expect(await open()).toBe(`${ORIGIN}/settings`)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
    expect(await adapter.getUser('u1')).toMatchObject({ email: OTHER, emailVerified: expect.any(Date) })
  })

  test.each(cases)(
    'needs no mail if it is verified, and stays as it is (%s sessions, %s)',
    async (strategy, method) => {
      const { adapter, visitor, mails, open } = await change(strategy, method, new Date(5))
      expect(await open()).toBe(`${ORIGIN}/settings`)
      expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
      expect(await adapter.getUser('u1')).toMatchObject({ email: OTHER, emailVerified: new Date(5) })
      expect(mails).toHaveLength(1)
    },
  )
})

test('a password user whose id the database cannot store verifies the address and signs in', async () => {
  const memory = memoryAdapter()
  const user = { id: '1', name: 'Ann', email: 'ann@example.org' }
  const getUser = async (id: string) => {
    if (!id.includes('-')) throw new Error('invalid input syntax for type uuid')
    return memory.getUser(id)
  }
  const { transaction: _transaction, ...rest } = memory
  // PostgreSQL aborts a transaction after an error.
  const transaction: NonNullable<Adapter['transaction']> = (work) => {
    let isAborted = false
    const getUserOrAbort = async (id: string) => {
      isAborted ||= !id.includes('-')
      return getUser(id)
    }
    const getUserByEmail = async (email: string) => {
      if (isAborted) throw new Error('current transaction is aborted')
      return memory.getUserByEmail(email)
    }
    return work({ ...rest, getUser: getUserOrAbort, getUserByEmail })
  }
  const mails: string[] = []
  const providers: AuthConfig['providers'] = [
    { id: 'password', name: 'Password', type: 'credentials', credentials: {}, authorize: () => user },
    { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void mails.push(url) },
  ]
  const config: Partial<AuthConfig> = { providers, requireVerifiedEmail: true, session: { strategy: 'jwt' } }
  const visitor = setUpLinking({ adapter: { ...rest, getUser, transaction }, provider, config }).browser()
  await visitor.post('/auth/callback/password', { callbackUrl: '/settings' })
  expect(await visitor.session()).toBeNull()
  expect(location(await visitor.get(mails.at(-1) ?? ''))).toBe(`${ORIGIN}/settings`)
  expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
})

describe('no mail is sent', () => {
  test('when the provider verifies the address', async () => {
    const providers = [
      provider.config({ id: 'oa', name: 'OA', emailVerified: () => true }),
      { id: 'mail', name: 'Mail', type: 'email' as const, sendVerificationRequest: () => undefined },
    ]
    const setup = setUp({ providers })
    const visitor = setup.browser()
    expect(await signInAt(setup, visitor, 'oa', newProviderUser())).toBe(`${ORIGIN}/settings`)
    expect(await visitor.session()).not.toBeNull()
  })

  test('when the user signs in by mail', async () => {
    const setup = setUp()
    const [visitor, person] = [setup.browser(), newProviderUser()]
    await signInByMail(setup, visitor, person.email)
    expect(await visitor.session()).toMatchObject({ user: { email: person.email } })
    expect(setup.mails).toHaveLength(1)
  })

  test('when the address belongs to another user: the sign-in is refused', async () => {
    const setup = setUp()
    const [reader, visitor, person] = [setup.browser(), setup.browser(), newProviderUser()]
    await signInByMail(setup, reader, person.email)
    expect(await signInAt(setup, visitor, 'oa', person)).toContain('error=OAuthAccountNotLinked')
    expect(setup.mails).toHaveLength(1)
    expect(await visitor.session()).toBeNull()
  })

  test('when the user has no address: the sign-in is refused', async () => {
    const setup = setUp()
    const visitor = setup.browser()
    const nameless = { ...newProviderUser(), email: undefined } as unknown as ProviderUser
    expect(await signInAt(setup, visitor, 'oa', nameless)).toContain('error=AccessDenied')
    expect(await visitor.session()).toBeNull()
  })

  test('when a signed-in user links an account', async () => {
    const setup = setUp()
    const [visitor, person] = [setup.browser(), newProviderUser()]
    await signInByMail(setup, visitor, person.email)
    expect(await linkAt(setup, visitor, 'ob', newProviderUser())).toBe(`${ORIGIN}/settings`)
    expect(setup.mails).toHaveLength(1)
  })
})

test('a password user of the database verifies the address before the first session', async () => {
  const adapter = memoryAdapter()
  const user = { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: null }
  await adapter.createUser(user)
  const mails: string[] = []
  const providers = [
    { id: 'password', name: 'Password', type: 'credentials' as const, credentials: {}, authorize: () => user },
    {
      id: 'mail',
      name: 'Mail',
      type: 'email' as const,
      sendVerificationRequest: ({ url }: { url: string }) => void mails.push(url),
    },
  ]
  for (const strategy of ['jwt', 'database'] as const) {
    await adapter.updateUser({ id: 'u1', emailVerified: null })
    const setup = setUpLinking({
      adapter,
      provider,
      config: { providers, requireVerifiedEmail: true, session: { strategy } },
    })
    const visitor = setup.browser()
    expect(location(await visitor.post('/auth/callback/password', { callbackUrl: '/settings' }))).toBe(VERIFY)
    expect(await visitor.session()).toBeNull()
    expect(location(await visitor.get(mails.at(-1) ?? ''))).toBe(`${ORIGIN}/settings`)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
    expect((await adapter.getUser('u1'))?.emailVerified).toBeInstanceOf(Date)
  }
})

test('the option without an e-mail provider is an error of the configuration', async () => {
  const setup = setUpLinking({
    adapter: memoryAdapter(),
    provider,
    config: { requireVerifiedEmail: true, providers: [provider.config({ id: 'oa', name: 'OA' })] },
  })
  expect((await setup.browser().get('/auth/session')).status).toBe(500)
  expect(String(setup.errors[0])).toContain('requireVerifiedEmail needs an e-mail provider')
})
