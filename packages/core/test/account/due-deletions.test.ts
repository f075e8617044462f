import { describe, expect, test, vi } from 'vitest'
import type { Adapter, AuthConfig } from '../../src/index.ts'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { change, setUpAccount, signIn, type AccountSetup } from './account-setup.ts'
import { readKeepPage } from './deletion-setup.ts'

const DELETE = { action: 'delete-account', confirm: 'yes' }
const WEEK = 604_800
const DAY = 86_400

type DeleteUser = NonNullable<NonNullable<AuthConfig['callbacks']>['deleteUser']>

const setUp = (deleteUser: DeleteUser = () => true, narrow?: Parameters<typeof setUpAccount>[1]) =>
  setUpAccount({ account: { deletionDelay: WEEK }, origin: ORIGIN, callbacks: { deleteUser } }, narrow)

const emailsOf = ({ memory }: AccountSetup) => [...memory.state().users.values()].map(({ email }) => email)

/** Users who requested the deletion, one a minute. */
const request = async (setup: AccountSetup, ...names: readonly string[]) => {
  for (const name of names) {
    await change(await signIn(setup, `${name}@example.org`), DELETE)
    setup.clock.forward(60)
  }
  setup.events.length = 0
  setup.notifications.length = 0
}

describe('deleteDueUsers', () => {
  test('deletes the users who are due with all they have, and no others', async () => {
    const setup = setUp()
    await signIn(setup, 'eve@example.org')
    const before = setup.memory.state()
    await request(setup, 'ann')
    const { id: userId = '' } = (await setup.memory.getUserByEmail('ann@example.org')) ?? {}
    await setup.memory.linkAccount({ provider: 'p', providerAccountId: '1', type: 'oauth', userId, access_token: 'a' })
    setup.clock.forward(WEEK - 61)
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 })
    setup.clock.forward(1)
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 0 })
    const after = setup.memory.state()
    for (const rows of ['users', 'accounts', 'sessions'] as const) expect([...after[rows]]).toEqual([...before[rows]])
    expect(setup.events).toMatchObject([
      ['unlinkAccount', { account: { provider: 'p', access_token: 'a' } }],
      ['deleteUser', { user: { email: 'ann@example.org' } }],
    ])
    const [mail] = setup.notifications
    expect([setup.notifications.length, mail?.identifier]).toEqual([1, 'ann@example.org'])
    expect(mail?.message.subject).toBe('Your account at app.example.com was deleted')
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 })
  })

  test('deletes more users than one batch has', async () => {
    const setup = setUp()
    for (let i = 0; i < 250; i += 1) {
      const { id } = await setup.memory.createUser({ id: `u${i}`, email: `u${i}@example.org`, emailVerified: null })
      await setup.memory.scheduleUserDeletion(id, new Date(setup.clock.now() - i))
    }
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 250, failed: 0 })
    expect(emailsOf(setup)).toEqual([])
  })

  test('calls the deleteUser callback right before each deletion, with the user', async () => {
    const seen: unknown[] = []
    const setup: AccountSetup = setUp(({ user }) => {
      seen.push([user.email, emailsOf(setup).includes(user.email)])
      return true
    })
    await request(setup, 'ann', 'bob')
    setup.clock.forward(WEEK)
    await setup.auth.deleteDueUsers()
    expect(seen).toEqual([
      ['ann@example.org', true],
      ['bob@example.org', true],
    ])
  })

  test.each<[string, () => boolean | string]>([
    ['false', () => false],
    ['a path', () => '/billing'],
    [
      'a thrown error',
      () => {
        throw new Error('unpaid')
      },
    ],
  ])('goes on when deleteUser returns or throws %s, and tries that user again a day later', async (_what, refuse) => {
    const deleteUser = vi.fn<DeleteUser>(({ user }) => (user.email.startsWith('ann') ? refuse() : true))
    const setup = setUp(deleteUser)
    await request(setup, 'ann', 'bob')
    setup.clock.forward(WEEK)
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 1 })
    expect(emailsOf(setup)).toEqual(['ann@example.org'])
    expect(setup.errors).toHaveLength(1)
    expect(setup.notifications.map(({ identifier }) => identifier)).toEqual(['bob@example.org'])
    deleteUser.mockReturnValue(true)
    expect((await setup.memory.getUserByEmail('ann@example.org'))?.deleteAt?.getTime()).toBe(
      setup.clock.now() + DAY * 1000,
    )
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 })
    setup.clock.forward(DAY)
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 0 })
  })

  test('goes on when the database fails to delete one user', async () => {
    const failing = (inner: Adapter): Adapter => ({
      ...inner,
      deleteUser: async (id) => {
        if ((await inner.getUser?.(id))?.email === 'ann@example.org') throw new Error('locked')
        await inner.deleteUser?.(id)
      },
    })
    const setup = setUp(undefined, (memory) => ({
      ...failing(memory),
      transaction: (work) => memory.transaction((inner) => work(failing(inner))),
    }))
    await request(setup, 'ann', 'bob')
    setup.clock.forward(WEEK)
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 1 })
    expect([emailsOf(setup), setup.errors.length]).toEqual([['ann@example.org'], 1])
  })

  test('fails if the database does not respond', async () => {
    const setup = setUp(undefined, (memory) => ({
      ...memory,
      listUsersToDelete: () => Promise.reject(new Error('down')),
    }))
    await expect(setup.auth.deleteDueUsers()).rejects.toMatchObject({ type: 'AdapterError' })
  })

  test('of two processes at once deletes and announces each user once', async () => {
    const deleteUser = vi.fn<DeleteUser>(() => true)
    const setup = setUp(deleteUser)
    await request(setup, 'ann', 'bob')
    setup.clock.forward(WEEK)
    const counts = await Promise.all([setup.auth.deleteDueUsers(), setup.auth.deleteDueUsers()])
    expect(counts.map(({ deleted }) => deleted).reduce((a, b) => a + b)).toBe(2)
    expect(counts.map(({ failed }) => failed)).toEqual([0, 0])
    expect([deleteUser.mock.calls.length, setup.notifications.length]).toEqual([2, 2])
    expect(setup.events.filter(([name]) => name === 'deleteUser')).toHaveLength(2)
  })

  test('that was interrupted is repeated 16 minutes later', async () => {
    let isStopped = true
    const setup = setUp(() => (isStopped ? new Promise<boolean>(() => undefined) : true))
    await request(setup, 'ann')
    setup.clock.forward(WEEK)
    void setup.auth.deleteDueUsers()
    await vi.waitFor(async () => expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 }))
    isStopped = false
    setup.clock.forward(961)
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 0 })
  })

  test('without the origin of the site sends no e-mail, and says so', async () => {
    const setup = setUpAccount({ account: { deletionDelay: WEEK }, callbacks: { deleteUser: () => true } })
    await request(setup, 'ann')
    setup.clock.forward(WEEK)
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 0 })
    expect(setup.notifications).toEqual([])
    expect(setup.log).toContain('deletion-not-announced')
  })
})

describe('a user who keeps the account while a run deletes', () => {
  test.each([0, 3600])('is kept if the button came first, and the run goes on after %i seconds', async (seconds) => {
    const deleteUser = vi.fn<DeleteUser>(() => true)
    // The run has listed the user when the button is pressed.
    let press = async (): Promise<unknown> => undefined
    const setup: AccountSetup = setUp(deleteUser, (memory) => ({
      ...memory,
      listUsersToDelete: async (...args) => {
        const rows = await memory.listUsersToDelete(...args)
        await press()
        setup.clock.forward(seconds)
        return rows
      },
    }))
    await request(setup, 'ann')
    setup.clock.forward(WEEK)
    const browser = await signIn(setup)
    const { question } = await readKeepPage(browser)
    press = () => browser.post('/auth/keep-account', { choice: 'keep', question })
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 })
    expect(await browser.session()).toMatchObject({ user: { email: 'ann@example.org' } })
    expect([deleteUser.mock.calls.length, emailsOf(setup)]).toEqual([0, ['ann@example.org']])
  })

  test('is not kept if the run came first, and is told to start again', async () => {
    let press = async (): Promise<unknown> => undefined
    const setup = setUp(async () => {
      await press()
      return true
    })
    await request(setup, 'ann')
    setup.clock.forward(WEEK)
    const browser = await signIn(setup)
    const { question } = await readKeepPage(browser)
    const targets: string[] = []
    press = async () => targets.push(location(await browser.post('/auth/keep-account', { choice: 'keep', question })))
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 0 })
    expect(targets.join()).toContain('/auth/signin?callbackUrl=')
    expect(targets.join()).toContain('error=InvalidCheck')
    expect([await browser.session(), emailsOf(setup)]).toEqual([null, []])
    expect(setup.events.filter(([name]) => name === 'cancelUserDeletion')).toEqual([])
  })
})
