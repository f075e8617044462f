import { describe, expect, test, vi } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { change, FIREFOX, pageOf, setUpAccount, signIn, stealSession, type AccountSetup } from './account-setup.ts'

const ACCOUNT = `${ORIGIN}/auth/account`
const DELETE = { action: 'delete-account', confirm: 'yes' }
const allow = { callbacks: { deleteUser: () => true } } satisfies Partial<AuthConfig>

const emailsOf = ({ memory }: AccountSetup) => [...memory.state().users.values()].map(({ email }) => email)

/** Rows of every kind for the user with this address. */
const addRows = async ({ memory }: AccountSetup, email: string): Promise<void> => {
  const { id = '' } = (await memory.getUserByEmail(email)) ?? {}
  await memory.linkAccount({
    provider: 'github',
    providerAccountId: email,
    type: 'oauth',
    userId: id,
    access_token: 'a',
  })
  await memory.createAuthenticator({
    credentialID: email,
    userId: id,
    providerAccountId: email,
    credentialPublicKey: 'k',
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
  })
}

describe.each(['database', 'jwt'] as const)('deleting the account, with %s sessions', (strategy) => {
  const setUp = (more: Partial<AuthConfig> = {}) => setUpAccount({ ...allow, session: { strategy }, ...more })

  test('removes the user with all accounts, passkeys and sessions, and nothing of other users', async () => {
    const setup = setUp()
    await signIn(setup, 'bob@example.org')
    await addRows(setup, 'bob@example.org')
    const before = setup.memory.state()
    const [ann, elsewhere] = [await signIn(setup), await signIn(setup)]
    await addRows(setup, 'ann@example.org')
    expect(await pageOf(ann)).toContain('change=delete-account')
    expect(await pageOf(ann, '?change=delete-account')).toContain('ann<wbr />@example.org')
    const response = await change(ann, DELETE, { origin: ORIGIN, 'user-agent': FIREFOX })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Your account was deleted')])
    const after = setup.memory.state()
    for (const rows of ['users', 'accounts', 'authenticators', 'sessions'] as const)
      expect([...after[rows]]).toEqual([...before[rows]])
    expect(await ann.session()).toBeNull()
    expect([...ann.cookies.keys()].filter((name) => /session-token|recent|csrf|pending/.test(name))).toEqual([])
    expect(location(await elsewhere.get('/auth/account'))).toContain('error=SessionRequired')
  })

  test('ends a session in another browser and a stolen one', async () => {
    const setup = setUp()
    const [ann, elsewhere] = [await signIn(setup), await signIn(setup)]
    const thief = stealSession(setup, ann)
    await change(ann, DELETE)
    setup.clock.forward(86_401)
    expect([await elsewhere.session(), await thief.session()]).toEqual([null, null])
  })
})

describe('the deletion', () => {
  test('emits what was removed, with the tokens, and then the user', async () => {
    const setup = setUpAccount(allow)
    const ann = await signIn(setup)
    await addRows(setup, 'ann@example.org')
    setup.events.length = 0
    await change(ann, DELETE)
    expect(setup.events).toMatchObject([
      ['unlinkAccount', { account: { provider: 'github', access_token: 'a' }, user: { email: 'ann@example.org' } }],
      ['deleteAuthenticator', { authenticator: { credentialID: 'ann@example.org' } }],
      ['deleteUser', { user: { email: 'ann@example.org' } }],
    ])
  })

  test('is reported to the verified address, in an e-mail without a link to the account', async () => {
    const setup = setUpAccount(allow)
    const ann = await signIn(setup)
    await change(ann, DELETE, { origin: ORIGIN, 'user-agent': FIREFOX })
    const [mail] = setup.notifications
    expect([setup.notifications.length, mail?.identifier]).toEqual([1, 'ann@example.org'])
    expect(mail?.message.subject).toBe('Your account at app.example.com was deleted')
    expect(mail?.message.text).toContain('Firefox on Linux')
    expect(mail?.message.html).not.toContain('<a ')
    expect(mail?.message.text).not.toContain('/auth/')
  })

  test('needs a recent sign-in, the checkbox, and a form of this site', async () => {
    const setup = setUpAccount(allow)
    const ann = await signIn(setup)
    for (const fields of [{ action: 'delete-account' }, { ...DELETE, confirm: 'no' }, { ...DELETE, confirm: '' }])
      expect(location(await change(ann, fields))).toBe(`${ACCOUNT}?change=delete-account`)
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }])
      expect(location(await change(ann, DELETE, headers as Record<string, string>))).toContain('error=MissingCSRF')
    await ann.get(`/auth/account?${new URLSearchParams({ ...DELETE, change: 'delete-account' }).toString()}`)
    const thief = stealSession(setup, ann)
    expect(location(await change(thief, DELETE))).toContain('error=ReauthenticationRequired')
    setup.clock.forward(901)
    expect(location(await change(ann, DELETE))).toContain('error=ReauthenticationRequired')
    expect(emailsOf(setup)).toEqual(['ann@example.org'])
  })

  test('deletes the current user, whatever user the form names', async () => {
    const setup = setUpAccount(allow)
    await signIn(setup, 'bob@example.org')
    const bob = await setup.memory.getUserByEmail('bob@example.org')
    const ann = await signIn(setup)
    const names = { id: bob?.id ?? '', userId: bob?.id ?? '', user: bob?.id ?? '', email: 'bob@example.org' }
    await change(ann, { ...DELETE, ...names })
    expect(emailsOf(setup)).toEqual(['bob@example.org'])
  })

  test('is not repeated by a second request, also of a user who signed up again', async () => {
    const setup = setUpAccount(allow)
    const ann = await signIn(setup)
    const second = ann.copy()
    await change(ann, DELETE)
    expect(location(await change(second, DELETE))).toContain('error=SessionRequired')
    await signIn(setup)
    expect(location(await change(second, DELETE))).toContain('error=SessionRequired')
    expect(emailsOf(setup)).toEqual(['ann@example.org'])
    expect(setup.events.filter(([name]) => name === 'deleteUser')).toHaveLength(1)
  })

  test('of two simultaneous requests is done and announced once', async () => {
    const setup = setUpAccount(allow)
    const ann = await signIn(setup)
    await Promise.all([change(ann.copy(), DELETE), change(ann.copy(), DELETE)])
    expect(emailsOf(setup)).toEqual([])
    expect(setup.events.filter(([name]) => name === 'deleteUser')).toHaveLength(1)
    expect(setup.notifications).toHaveLength(1)
  })
})

describe('the callback deleteUser', () => {
  test('gets the user before anything is deleted', async () => {
    const deleteUser = vi.fn<(params: object) => boolean>(() => true)
    const setup = setUpAccount({ callbacks: { deleteUser } })
    const ann = await signIn(setup)
    await pageOf(ann, '?change=delete-account')
    expect(deleteUser).not.toHaveBeenCalled()
    deleteUser.mockImplementation(() => emailsOf(setup).length === 1)
    await change(ann, DELETE)
    expect(deleteUser).toHaveBeenCalledOnce()
    expect(deleteUser).toHaveBeenCalledWith({ user: expect.objectContaining({ email: 'ann@example.org' }) })
    expect(emailsOf(setup)).toEqual([])
  })

  test.each<[string, () => boolean | string, string]>([
    ['false', () => false, `${ORIGIN}/auth/error?error=AccessDenied`],
    [
      'a thrown error',
      () => {
        throw new Error('unpaid')
      },
      `${ORIGIN}/auth/error?error=AccessDenied`,
    ],
    ['a path', () => '/goodbye', `${ORIGIN}/goodbye`],
    ['a URL of another site', () => 'https://evil.example/', `${ORIGIN}/`],
  ])('that returns %s deletes nothing', async (_what, deleteUser, target) => {
    const setup = setUpAccount({ callbacks: { deleteUser } })
    const ann = await signIn(setup)
    expect(location(await change(ann, DELETE))).toBe(target)
    expect(emailsOf(setup)).toEqual(['ann@example.org'])
    expect(await ann.session()).not.toBeNull()
    expect([setup.notifications, setup.events.filter(([name]) => name === 'deleteUser')]).toEqual([[], []])
  })

  test('is needed: without it no user can delete the account', async () => {
    const setup = setUpAccount()
    const ann = await signIn(setup)
    expect(await pageOf(ann)).not.toContain('delete-account')
    expect(location(await ann.get('/auth/account?change=delete-account'))).toBe(ACCOUNT)
    expect((await change(ann, DELETE)).status).toBe(404)
    expect(emailsOf(setup)).toEqual(['ann@example.org'])
  })

  test('needs an adapter with deleteUser, which the first request checks', async () => {
    const setup = setUpAccount(allow, ({ deleteUser: _delete, ...rest }) => rest)
    expect((await setup.browser().get('/auth/signin')).status).toBe(500)
    expect(setup.errors.map(String).join()).toContain('The adapter lacks deleteUser (callbacks.deleteUser)')
  })

  test('of a failing database keeps the account, and the user signed in', async () => {
    const setup = setUpAccount(allow, (memory) => ({
      ...memory,
      transaction: (work) =>
        memory.transaction((inner) =>
          work({
            ...inner,
            deleteUser: async () => {
              throw new Error('down')
            },
          }),
        ),
    }))
    const ann = await signIn(setup)
    expect(location(await change(ann, DELETE))).toContain('/auth/error')
    expect(emailsOf(setup)).toEqual(['ann@example.org'])
    expect(await ann.session()).not.toBeNull()
    expect(setup.notifications).toEqual([])
  })
})
