import { describe, expect, test } from 'vitest'
import type { Provider } from '../../src/index.ts'
import { location, ORIGIN, setUpAuth } from '@authwright/test-kit/auth-setup'
import { change, pageOf, setUpAccount, signIn, type AccountSetup } from './account-setup.ts'

const ACCOUNT = `${ORIGIN}/auth/account`

const password: Provider = {
  id: 'password',
  name: 'Password',
  type: 'credentials',
  credentials: {},
  authorize: () => ({ id: '1', name: 'Ann Archer', email: 'ann@example.org', image: 'https://a.example/a.png' }),
}

const onlyUser = ({ memory }: AccountSetup) => [...memory.state().users.values()][0]

describe.each(['database', 'jwt'] as const)('the name, with %s sessions', (strategy) => {
  const setUp = () => setUpAccount({ session: { strategy } })

  test('is stored, shown by the session, and an event', async () => {
    const setup = setUp()
    const ann = await signIn(setup)
    expect(await pageOf(ann, '?change=name')).toContain('name="action" value="name"')
    expect(location(await change(ann, { action: 'name', name: '  Ann\u202e Ar\ncher ' }))).toBe(
      `${ACCOUNT}?done=name-changed`,
    )
    expect(onlyUser(setup)?.name).toBe('Ann  Ar cher')
    expect((await ann.session())?.user?.name).toBe('Ann  Ar cher')
    expect(setup.events.at(-1)).toMatchObject(['updateUser', { user: { name: 'Ann  Ar cher' } }])
    expect(await pageOf(ann, '?change=name')).toContain('value="Ann  Ar cher"')
  })

  test('may have markup, joiners and other scripts, which the pages escape', async () => {
    const setup = setUp()
    const ann = await signIn(setup)
    const name = '<b>&"\' نام\u200cه 李'
    await change(ann, { action: 'name', name })
    expect(onlyUser(setup)?.name).toBe(name)
    for (const query of ['', '?change=name']) {
      const html = await pageOf(ann, query)
      expect(html).not.toContain('<b>&')
      expect(html).toContain('&lt;b&gt;&amp;&quot;&#39;')
    }
  })

  test.each(['', ' ', '\u200d', '\u202e\u0000'])('must not be empty: %j', async (name) => {
    const setup = setUp()
    const ann = await signIn(setup)
    await change(ann, { action: 'name', name: 'Ann' })
    expect(location(await change(ann, { action: 'name', name }))).toBe(`${ACCOUNT}?change=name`)
    expect(onlyUser(setup)?.name).toBe('Ann')
  })

  test('must not be longer than 128 characters', async () => {
    const setup = setUp()
    const ann = await signIn(setup)
    await change(ann, { action: 'name', name: 'x'.repeat(128) })
    expect(location(await change(ann, { action: 'name', name: 'y'.repeat(129) }))).toContain('error=InvalidCheck')
    expect(onlyUser(setup)?.name).toBe('x'.repeat(128))
  })
})

describe('a change of the profile', () => {
  test('concerns the current user, whatever user the form names, and no other column', async () => {
    const setup = setUpAccount()
    const ann = await signIn(setup)
    await signIn(setup, 'bob@example.org')
    const [, bob] = [...setup.memory.state().users.values()]
    const before = [...setup.memory.state().users.values()]
    const fields = {
      id: bob?.id ?? '',
      userId: bob?.id ?? '',
      email: 'x@example.org',
      emailVerified: '',
      role: 'admin',
    }
    await change(ann, { action: 'name', name: 'Ann', ...fields })
    expect([...setup.memory.state().users.values()]).toEqual([{ ...before[0], name: 'Ann' }, bob])
  })

  test('from another site changes nothing', async () => {
    const setup = setUpAccount()
    const ann = await signIn(setup)
    const before = onlyUser(setup)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect(location(await change(ann, { action: 'name', name: 'Mallory' }, headers))).toContain('error=MissingCSRF')
    await ann.get('/auth/account?change=name&action=name&name=Mallory')
    expect(onlyUser(setup)).toEqual(before)
  })

  test('is not offered with an adapter that cannot store it', async () => {
    const setup = setUpAccount({ session: { strategy: 'jwt' }, providers: [password] }, ({ getUser }) => ({ getUser }))
    await setup.memory.createUser({ id: '1', email: 'ann@example.org', emailVerified: null })
    const ann = setup.browser()
    await ann.post('/auth/callback/password')
    const html = await pageOf(ann)
    expect(html).toContain('ann<wbr />@example.org')
    expect(html).not.toContain('change=')
    expect(location(await ann.get('/auth/account?change=name'))).toBe(ACCOUNT)
  })

  test('removes the picture', async () => {
    const setup = setUpAccount()
    const ann = await signIn(setup)
    const { id = '' } = onlyUser(setup) ?? {}
    expect(location(await ann.get('/auth/account?change=picture-remove'))).toBe(ACCOUNT)
    await setup.memory.updateUser({ id, image: 'https://pictures.example/a.png' })
    expect(await pageOf(ann)).toContain('src="https://pictures.example/a.png"')
    expect(await pageOf(ann, '?change=picture-remove')).toContain('value="picture-remove"')
    expect(location(await change(ann, { action: 'picture-remove' }))).toBe(`${ACCOUNT}?done=picture-removed`)
    expect(onlyUser(setup)?.image).toBeNull()
    expect((await ann.session())?.user?.image ?? null).toBeNull()
  })
})

describe('the page for one change', () => {
  test.each(['__proto__', 'constructor', 'nothing', 'session-end', ''])('does not exist for %j', async (name) => {
    const ann = await signIn(setUpAccount())
    expect(location(await ann.get(`/auth/account?change=${name}`))).toBe(ACCOUNT)
  })

  test('of a protected change asks a user who signed in long ago to sign in first, and leads back', async () => {
    const setup = setUpAccount({ callbacks: { deleteUser: () => true } })
    const ann = await signIn(setup)
    setup.clock.forward(901)
    for (const name of ['email-change', 'delete-account']) {
      const back = encodeURIComponent(`${ACCOUNT}?change=${name}`)
      expect(location(await ann.get(`/auth/account?change=${name}`))).toBe(
        `${ORIGIN}/auth/signin?callbackUrl=${back}&error=ReauthenticationRequired`,
      )
    }
    expect((await ann.get('/auth/account?change=name')).status).toBe(200)
  })

  test('needs a session, and leads back to itself', async () => {
    const back = encodeURIComponent(`${ACCOUNT}?change=name`)
    expect(location(await setUpAccount().browser().get('/auth/account?change=name'))).toBe(
      `${ORIGIN}/auth/signin?callbackUrl=${back}&error=SessionRequired`,
    )
  })

  test('keeps what it is about in the links to other languages', async () => {
    const ann = await signIn(setUpAccount())
    expect(await pageOf(ann, '?change=name')).toContain('href="/auth/account?change=name&amp;lang=de"')
  })
})

test('without a database the page shows what the session holds, and no change', async () => {
  const setup = setUpAuth({ providers: [password] })
  const ann = setup.browser()
  await ann.post('/auth/callback/password')
  const html = await pageOf(ann)
  for (const text of ['Ann Archer', 'ann<wbr />@example.org', 'src="https://a.example/a.png"'])
    expect(html).toContain(text)
  expect(html).not.toContain('change=')
  expect(html.match(/<section/g)).toHaveLength(1)
  expect(location(await ann.get('/auth/account?change=name'))).toBe(ACCOUNT)
})
