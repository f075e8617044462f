import { describe, expect, test } from 'vitest'
import { Verification } from '../../src/errors.ts'
import type { AuthConfig, EmailConfig, VerificationRequestParams } from '../../src/index.ts'
import { location, setUpAuth, ORIGIN, SECRET, type AuthSetup } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter, type Store } from '../support/store.ts'

interface Mailing extends AuthSetup {
  readonly store: Store
  readonly mails: VerificationRequestParams[]
}

const site = (config: Partial<AuthConfig> = {}, email: Partial<EmailConfig> = {}): Mailing => {
  const store = makeStore()
  const mails: VerificationRequestParams[] = []
  const provider: EmailConfig = {
    id: 'email',
    name: 'E-mail',
    type: 'email',
    sendVerificationRequest: (params) => {
      store.trace.push('mail')
      mails.push(params)
    },
    ...email,
  }
  return { ...setUpAuth({ providers: [provider], adapter: new StoreAdapter(store), ...config }), store, mails }
}

const linkOf = ({ mails }: Mailing): string => mails.at(-1)?.url ?? ''

describe('requesting a link', () => {
  test('stores the token, sends the mail, then shows the next page', async () => {
    const setup = site()
    const response = await setup
      .browser()
      .post('/auth/signin/email', { email: 'Ann@Example.org', callbackUrl: '/members' })
    expect(location(response)).toBe(`${ORIGIN}/auth/verify-request?provider=email&type=email`)
    expect(setup.store.trace).toEqual(['A.getUserByEmail', 'A.createVerificationToken', 'mail'])
    const [mail] = setup.mails
    expect(mail?.identifier).toBe('ann@example.org')
    expect(linkOf(setup)).toMatch(
      `${ORIGIN}/auth/callback/email?callbackUrl=${encodeURIComponent(`${ORIGIN}/members`)}&token=${mail?.token}&email=ann%40example.org&requested=`,
    )
    expect(Object.fromEntries((await mail?.request.formData()) ?? [])).toEqual({ email: 'ann@example.org' })
  })

  test('keeps only a hash of the token', async () => {
    const setup = site()
    await setup.browser().post('/auth/signin/email', { email: 'ann@example.org' })
    expect(JSON.stringify(setup.store.tokens)).not.toContain(setup.mails[0]?.token)
  })

  test('for an invalid address sends nothing and shows an error', async () => {
    const setup = site()
    const response = await setup.browser().post('/auth/signin/email', { email: 'a@evil.test,v@app.test' })
    expect(location(response)).toBe(`${ORIGIN}/auth/signin?error=InvalidEmail`)
    expect(setup.store.trace).toEqual([])
  })

  test('that cannot be sent leaves no token', async () => {
    const setup = site({}, { sendVerificationRequest: () => Promise.reject(new Error('connection refused')) })
    const response = await setup.browser().post('/auth/signin/email', { email: 'ann@example.org' })
    expect(location(response)).toBe(`${ORIGIN}/auth/signin?error=EmailSignInError`)
    expect(setup.store.tokens).toEqual([])
  })

  test('that cannot be stored sends nothing', async () => {
    const setup = site()
    setup.store.broken.add('createVerificationToken')
    const response = await setup.browser().post('/auth/signin/email', { email: 'ann@example.org' })
    expect(location(response)).toContain('error=Configuration')
    expect(setup.mails).toEqual([])
  })

  test('can be refused by the signIn callback before anything is written', async () => {
    const setup = site({ callbacks: { signIn: ({ email }) => email?.verificationRequest !== true } })
    const response = await setup.browser().post('/auth/signin/email', { email: 'ann@example.org' })
    expect(location(response)).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect(setup.store.tokens).toEqual([])
    expect(setup.mails).toEqual([])
  })

  test.each([
    ['an error of this library', new Verification('closed today'), 'Verification'],
    ['anything else', new Error('closed today'), 'AccessDenied'],
  ])('is refused if the signIn callback throws %s, as in every other flow', async (_what, thrown, type) => {
    const setup = site({
      callbacks: {
        signIn: () => {
          throw thrown
        },
      },
    })
    const response = await setup.browser().post('/auth/signin/email', { email: 'ann@example.org' })
    expect(location(response)).toBe(`${ORIGIN}/auth/error?error=${type}`)
    expect(setup.mails).toEqual([])
  })

  test('uses the token of generateVerificationToken', async () => {
    const token = 'a-token-of-the-application'
    const setup = site({}, { generateVerificationToken: async () => token })
    await setup.browser().post('/auth/signin/email', { email: 'ann@example.org' })
    expect(new URL(linkOf(setup)).searchParams.get('token')).toBe(token)
  })

  test('with a short token needs an adapter with counters', async () => {
    const setup = site({}, { generateVerificationToken: () => '739164' })
    const response = await setup.browser().post('/auth/signin/email', { email: 'ann@example.org' })
    expect(location(response)).toContain('error=Configuration')
    expect(setup.mails).toEqual([])
    expect(setup.errors[0]?.message).toContain('incrementCounter')
  })
})

describe('a short token', () => {
  const counting = (): Mailing & { readonly tries: Map<string, number> } => {
    const tries = new Map<string, number>()
    const store = makeStore()
    const adapter = Object.assign(new StoreAdapter(store), {
      incrementCounter: async (key: string) => {
        tries.set(key, (tries.get(key) ?? 0) + 1)
        return tries.get(key) ?? 0
      },
    })
    return { ...site({ adapter }, { generateVerificationToken: () => '739164' }), store, tries }
  }

  test('can be tried five times, right or wrong', async () => {
    const setup = counting()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    for (let i = 0; i < 5; i += 1)
      await setup.browser().post('/auth/callback/email', { email: 'ann@example.org', token: `00000${i}` })
    await browser.get(linkOf(setup))
    expect(await browser.session()).toBeNull()
    expect(setup.store.users.size).toBe(0)
  })

  test.each(['GET', 'POST'])('cannot be guessed in the requesting browser, by %s', async (method) => {
    const setup = counting()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    const guess = (token: string) => {
      const own = browser.copy()
      const fields = { email: 'ann@example.org', token }
      return method === 'GET'
        ? own.get(`/auth/callback/email?${new URLSearchParams(fields)}`)
        : own.post('/auth/callback/email', fields)
    }
    for (let i = 0; i < 5; i += 1) await guess(`00000${i}`)
    const [wrong, right] = [await guess('000005'), await guess('739164')]
    const told = (response: Response) => [response.status, location(response), response.headers.getSetCookie()]
    expect(told(right)).toEqual(told(wrong))
    expect(setup.store.users.size).toBe(0)
  })

  test('signs in if it is right', async () => {
    const setup = counting()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    await browser.get(linkOf(setup))
    expect(await browser.session()).not.toBeNull()
  })

  test('cannot be read from the name of the cookie', async () => {
    const setup = counting()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    const [name = ''] = [...browser.cookies.keys()].filter((cookie) => cookie.includes('.state.'))
    const suffix = name.split('.').at(-1) ?? ''
    const { createHash } = await import('node:crypto')
    const once = (text: string, form: 'hex' | 'base64url') => createHash('sha256').update(text).digest(form)
    const guesses = ['hex', 'base64url'].flatMap((form) => {
      const hash = once('739164', form as 'hex')
      return [hash, once(hash, 'hex'), once(hash, 'base64url')]
    })
    expect(guesses.some((guess) => guess.startsWith(suffix))).toBe(false)
  })
})

describe('a link in the requesting browser', () => {
  test('signs in without a further click and redirects to the callback URL', async () => {
    const setup = site()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org', callbackUrl: '/members' })
    setup.store.trace.length = 0
    const response = await browser.get(linkOf(setup))
    expect(location(response)).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: 'ann@example.org' } })
    expect(setup.store.trace.slice(0, 5)).toEqual([
      'A.useVerificationToken',
      'A.getUserByEmail',
      'A.createUser',
      'A.createSession',
      'A.getSessionAndUser',
    ])
    expect([...setup.store.users.values()][0]?.emailVerified).toEqual(new Date('2030-01-01T12:00:00Z'))
  })

  test('of an existing user marks the address as verified', async () => {
    const setup = site()
    setup.store.users.set('u1', { id: 'u1', email: 'ann@example.org', emailVerified: null })
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    await browser.get(linkOf(setup))
    expect(setup.store.users.get('u1')?.emailVerified).toBeInstanceOf(Date)
    expect(setup.store.users.size).toBe(1)
  })

  test('works once', async () => {
    const setup = site()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    const thief = browser.copy()
    await browser.get(linkOf(setup))
    expect(location(await thief.get(`${linkOf(setup)}&again=1`))).toBe(`${ORIGIN}/auth/error?error=Verification`)
    expect(await thief.session()).toBeNull()
  })

  test('works again after the database failed during the sign-in', async () => {
    const setup = site()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    setup.store.broken.add('createSession')
    const cookies = browser.copy()
    expect(location(await browser.get(linkOf(setup)))).toContain('error=Configuration')
    setup.store.broken.clear()
    await cookies.get(linkOf(setup))
    expect(await cookies.session()).not.toBeNull()
    expect(setup.store.users.size).toBe(1)
  })

  test.each([
    [86_399, true],
    [86_401, false],
  ])('after %i seconds: %s', async (seconds, works) => {
    const setup = site()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    setup.clock.forward(seconds)
    const response = await browser.get(linkOf(setup))
    if (!works && response.status === 200)
      await browser.post('/auth/callback/email', Object.fromEntries(new URL(linkOf(setup)).searchParams))
    expect((await browser.session()) !== null).toBe(works)
  })

  test('works after a change of secrets while the old secret is listed', async () => {
    const setup = site()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    const rotated = setUpAuth({
      providers: [{ id: 'email', name: 'E-mail', type: 'email', sendVerificationRequest: () => undefined }],
      adapter: new StoreAdapter(setup.store),
      secret: ['another secret of the tests, also long enough for it', SECRET],
    })
    const later = rotated.browser(Object.fromEntries(browser.cookies))
    await later.get(linkOf(setup))
    expect(await later.session()).not.toBeNull()
  })
})

describe('a link in another browser', () => {
  test('shows a page with the address and does not sign in yet', async () => {
    const setup = site()
    await setup.browser().post('/auth/signin/email', { email: 'ann@example.org', callbackUrl: '/members' })
    const phone = setup.browser()
    const response = await phone.get(linkOf(setup))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('ann@example.org')
    expect(setup.store.tokens).toHaveLength(1)
    expect(await phone.session()).toBeNull()
  })

  test('signs in with the button of that page', async () => {
    const setup = site()
    await setup.browser().post('/auth/signin/email', { email: 'ann@example.org', callbackUrl: '/members' })
    const phone = setup.browser()
    await phone.get(linkOf(setup))
    const response = await phone.post('/auth/callback/email', Object.fromEntries(new URL(linkOf(setup)).searchParams))
    expect(location(response)).toBe(`${ORIGIN}/members`)
    expect(await phone.session()).not.toBeNull()
  })

  test('does nothing for a form of another site', async () => {
    const setup = site()
    await setup.browser().post('/auth/signin/email', { email: 'ann@example.org' })
    const victim = setup.browser()
    const fields = Object.fromEntries(new URL(linkOf(setup)).searchParams)
    await victim.post('/auth/callback/email', fields, { origin: 'https://evil.test' })
    expect(await victim.session()).toBeNull()
    expect(setup.store.tokens).toHaveLength(1)
  })

  test.each(['HEAD', 'prefetch'])('is not consumed by a %s', async (kind) => {
    const setup = site()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    const headers = { cookie: browser.header, ...(kind === 'prefetch' ? { 'sec-purpose': 'prefetch;prerender' } : {}) }
    await setup.auth.handle(new Request(linkOf(setup), { method: kind === 'HEAD' ? 'HEAD' : 'GET', headers }))
    expect(setup.store.tokens).toHaveLength(1)
    await browser.get(linkOf(setup))
    expect(await browser.session()).not.toBeNull()
  })

  test.each([
    ['another address', (url: URL) => url.searchParams.set('email', 'bob@example.org')],
    ['no address', (url: URL) => url.searchParams.delete('email')],
    ['two addresses', (url: URL) => url.searchParams.append('email', 'bob@example.org')],
    ['no token', (url: URL) => url.searchParams.delete('token')],
    [
      'the token shortened',
      (url: URL) => url.searchParams.set('token', (url.searchParams.get('token') ?? '').slice(0, -1)),
    ],
    ['an enormous token', (url: URL) => url.searchParams.set('token', 'x'.repeat(100_000))],
  ])('with %s does not sign in', async (_what, change) => {
    const setup = site()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    const url = new URL(linkOf(setup))
    change(url)
    await browser.get(url.href)
    await browser.post('/auth/callback/email', Object.fromEntries(url.searchParams))
    expect(await browser.session()).toBeNull()
  })

  test('cannot be opened with the hash from the database', async () => {
    const setup = site()
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    await browser.post('/auth/callback/email', { email: 'ann@example.org', token: setup.store.tokens[0]?.token ?? '' })
    expect(await browser.session()).toBeNull()
  })
})

test('of fifty simultaneous uses of a link, exactly one signs in', async () => {
  const setup = site()
  const browser = setup.browser()
  await browser.post('/auth/signin/email', { email: 'ann@example.org' })
  const copies = Array.from({ length: 50 }, () => browser.copy())
  await Promise.all(copies.map((copy) => copy.get(linkOf(setup))))
  const sessions = await Promise.all(copies.map((copy) => copy.session()))
  expect(sessions.filter((session) => session !== null)).toHaveLength(1)
  expect(setup.store.users.size).toBe(1)
})
