import { describe, expect, test } from 'vitest'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { chooseOnPage } from '@authwright/test-kit/webauthn/keep-passkey'
import {
  fetchOptions,
  postResponse,
  register,
  setUpPasskeys,
  signIn,
  signUp,
  type PasskeySetup,
} from '@authwright/test-kit/webauthn/passkey-setup'

const VERIFY = `${ORIGIN}/auth/verify-request?provider=mail&type=email`

const authenticators = ({ adapter }: PasskeySetup) => [...adapter.state().authenticators.values()]
const userOf = ({ adapter }: PasskeySetup, email: string) =>
  [...adapter.state().users.values()].find((user) => user.email === email)
const linkOf = ({ mails }: PasskeySetup): string => mails.at(-1)?.url ?? ''

/** Keep the passkey on the page to which the link of an e-mail leads. */
const keepAfter = async (visitor: ReturnType<PasskeySetup['browser']>, link: string): Promise<Response> =>
  chooseOnPage(visitor, location(await visitor.get(link)), 'keep')

/** Open the link of the latest e-mail, and confirm if a page asks. */
const openMail = async (setup: PasskeySetup, visitor: ReturnType<PasskeySetup['browser']>): Promise<Response> => {
  const response = await visitor.get(linkOf(setup))
  if (response.status !== 200) return response
  const { searchParams, pathname } = new URL(linkOf(setup))
  return visitor.post(pathname, Object.fromEntries(searchParams))
}

describe('a sign-up with a passkey and an e-mail provider', () => {
  test('stores the passkey that the user keeps after the address is verified by the link', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const passkey = new Passkey({ be: true })
    const visitor = setup.browser()
    expect(location(await register(visitor, passkey, 'Ada@example.org'))).toBe(VERIFY)
    expect(await visitor.session()).toBeNull()
    expect(authenticators(setup)).toEqual([])
    expect(setup.mails.map(({ to }) => to)).toEqual(['ada@example.org'])

    const page = location(await visitor.get(linkOf(setup)))
    expect((await visitor.session())?.user?.email).toBe('ada@example.org')
    expect(authenticators(setup)).toEqual([])
    expect(location(await chooseOnPage(visitor, page, 'keep'))).toBe(`${ORIGIN}/`)
    const user = userOf(setup, 'ada@example.org')
    expect(user?.emailVerified).toBeInstanceOf(Date)
    expect(authenticators(setup)).toMatchObject([{ userId: user?.id, userHandle: passkey.userHandle }])
    expect([...visitor.cookies.keys()].some((name) => name.endsWith('.pending-passkey'))).toBe(false)

    const other = setup.browser()
    await signIn(other, passkey)
    expect((await other.session())?.user?.email).toBe('ada@example.org')
    expect(setup.errors).toEqual([])
  })

  test('stores the passkey that the user keeps after the address is verified by the code', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const visitor = setup.browser()
    await register(visitor, new Passkey(), 'ada@example.org')
    const code = setup.mails.at(-1)?.code ?? ''
    const page = location(await visitor.post('/auth/callback/mail', { code }))
    expect(location(await chooseOnPage(visitor, page, 'keep'))).toBe(`${ORIGIN}/`)
    expect((await visitor.session())?.user?.email).toBe('ada@example.org')
    expect(authenticators(setup)).toHaveLength(1)
  })

  test('redirects to the callback URL', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const visitor = setup.browser()
    const { options } = await fetchOptions(visitor, { action: 'register', email: 'ada@example.org' })
    await postResponse(visitor, 'register', new Passkey().register(options), { callbackUrl: '/members?a=1' })
    expect(location(await keepAfter(visitor, linkOf(setup)))).toBe(`${ORIGIN}/members?a=1`)
  })

  test('has the same response for the address of an existing user, who gets the passkey only by the e-mail and an choice', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const ada = await setup.adapter.createUser({ id: 'ada', email: 'ada@example.org', emailVerified: new Date() })
    const [known, unknown] = [setup.browser(), setup.browser()]
    const passkey = new Passkey()
    const shapes = await Promise.all(
      [[known, 'ada@example.org', passkey] as const, [unknown, 'bob@example.org', new Passkey()] as const].map(
        async ([visitor, email, own]) => {
          const response = await register(visitor, own, email)
          const cookies = response.headers
            .getSetCookie()
            .map((line) => line.split('=')[0]?.replace(/\.[0-9a-f]{12}$/, ''))
          return [response.status, location(response), new Set(cookies)]
        },
      ),
    )
    expect(shapes[0]).toEqual(shapes[1])
    expect(authenticators(setup)).toEqual([])
    const mail = setup.mails.find(({ to }) => to === 'ada@example.org')
    await keepAfter(known, mail?.url ?? '')
    expect(authenticators(setup)).toMatchObject([{ userId: ada.id }])
    expect(location(await signIn(setup.browser(), passkey))).toBe(`${ORIGIN}/`)
  })

  test('attaches no passkey if the link is opened in another browser, because an attacker may have requested it', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const attacker = setup.browser()
    const passkey = new Passkey()
    await register(attacker, passkey, 'victim@example.org')
    const victim = setup.browser()
    const response = await openMail(setup, victim)
    expect((await victim.session())?.user?.email).toBe('victim@example.org')
    expect(authenticators(setup)).toEqual([])
    // On this page the user can add an own passkey.
    expect(location(response)).toContain(`${ORIGIN}/auth/passkey?keep=`)
    expect((await victim.get(location(response))).status).toBe(200)
    await signIn(attacker, passkey)
    expect(await attacker.session()).toBeNull()
  })

  test('attaches no passkey by another e-mail to the same address', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const visitor = setup.browser()
    await register(visitor, new Passkey(), 'ada@example.org')
    await visitor.post('/auth/signin/mail', { email: 'ada@example.org' })
    await visitor.get(linkOf(setup))
    expect((await visitor.session())?.user?.email).toBe('ada@example.org')
    expect(authenticators(setup)).toEqual([])
  })

  test('attaches no passkey by the e-mail of an earlier sign-up or to another address', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const visitor = setup.browser()
    await register(visitor, new Passkey(), 'ada@example.org')
    const earlier = linkOf(setup)
    await register(visitor, new Passkey(), 'ada@example.org')
    const callbackUrl = new URL(linkOf(setup)).searchParams.get('callbackUrl') ?? ''
    expect(callbackUrl).toContain('/auth/passkey?keep=')
    const other = visitor.copy()
    await other.post('/auth/signin/mail', { email: 'bob@example.org', callbackUrl })
    await other.get(linkOf(setup))
    expect((await other.session())?.user?.email).toBe('bob@example.org')
    await visitor.get(earlier)
    expect((await visitor.session())?.user?.email).toBe('ada@example.org')
    expect(authenticators(setup)).toEqual([])
  })

  test('attaches no passkey and does not redirect if the address in the link is changed', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const visitor = setup.browser()
    await register(visitor, new Passkey(), 'ada@example.org')
    const url = new URL(linkOf(setup))
    const evil = `${ORIGIN}/auth/passkey?keep=${'0'.repeat(32)}&callbackUrl=https://evil.example/`
    const response = await setup.browser().post(url.pathname, {
      token: url.searchParams.get('token') ?? '',
      email: 'ada@example.org',
      callbackUrl: evil,
    })
    expect(authenticators(setup)).toEqual([])
    const shown = await setup.browser().get(location(response))
    expect(await shown.text()).not.toContain('evil.example')
  })

  test('calls the signIn callback before an e-mail is sent', async () => {
    const callback = ({ account }: { account: { type: string } | null }) => account?.type !== 'webauthn'
    const setup = setUpPasskeys({ withMail: true, config: { callbacks: { signIn: callback } } })
    const response = await register(setup.browser(), new Passkey(), 'ada@example.org')
    expect(location(response)).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    const redirect = ({ account }: { account: { type: string } | null }) => account?.type !== 'webauthn' || '/why'
    const redirecting = setUpPasskeys({ withMail: true, config: { callbacks: { signIn: redirect } } })
    expect(location(await register(redirecting.browser(), new Passkey(), 'ada@example.org'))).toBe(`${ORIGIN}/why`)
    expect([...setup.mails, ...redirecting.mails]).toEqual([])
  })

  test('shows and logs an error if the passkey cannot be stored, and the user stays signed in', async () => {
    const setup = setUpPasskeys({ withMail: true })
    const passkey = new Passkey()
    const visitor = setup.browser()
    await register(visitor, passkey, 'ada@example.org')
    const id = passkey.id.toString('base64')
    const bob = await setup.adapter.createUser({ id: 'bob', email: 'bob@example.org', emailVerified: null })
    await setup.adapter.linkAccount({ provider: 'passkey', providerAccountId: id, type: 'webauthn', userId: bob.id })
    const response = await keepAfter(visitor, linkOf(setup))
    expect(location(response)).toContain('error=WebAuthnVerificationError')
    expect((await visitor.session())?.user?.email).toBe('ada@example.org')
    expect(authenticators(setup)).toEqual([])
    expect(setup.errors).toHaveLength(1)
  })
})

describe('an unverified address', () => {
  test('loses its passkeys and sessions when it is verified by e-mail', async () => {
    const before = setUpPasskeys()
    const passkey = new Passkey()
    const attacker = await signUp(before, passkey, 'victim@example.org')
    const setup = setUpPasskeys({ withMail: true, adapter: before.adapter })
    const victim = setup.browser()
    await victim.post('/auth/signin/mail', { email: 'victim@example.org' })
    await victim.get(linkOf(setup))
    expect((await victim.session())?.user?.email).toBe('victim@example.org')
    expect(authenticators(setup)).toEqual([])
    expect(await attacker.session()).toBeNull()
    expect(location(await signIn(setup.browser(), passkey))).toContain('error=WebAuthnVerificationError')
  })
})

test('a pending passkey is in a __Host- cookie, so that a sibling domain cannot inject one (RFC 6265bis §4.1.3.2)', async () => {
  const setup = setUpPasskeys({ withMail: true })
  const lines = (await register(setup.browser(), new Passkey(), 'victim@example.org')).headers.getSetCookie()
  const [line = ''] = lines.filter((one) => one.includes('.pending-passkey='))
  expect(line).toMatch(/^__Host-authwright\.pending-passkey=[^;]+;.* Path=\/;.* Secure/)
  expect(line).not.toContain('Domain')

  const victim = setup.browser({ '__Secure-authwright.pending-passkey': /=([^;]+)/.exec(line)?.[1] ?? '' })
  const { pathname, searchParams } = new URL(setup.mails.at(-1)?.url ?? '')
  await victim.post(pathname, Object.fromEntries(searchParams))
  expect((await victim.session())?.user?.email).toBe('victim@example.org')
  expect(setup.adapter.state().authenticators.size).toBe(0)
})
