import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import type { AuthConfig } from '../../src/index.ts'
import { change, FIREFOX, pageOf, setUpAccount, signIn, stealSession, type AccountSetup } from './account-setup.ts'
import { KEEP, readKeepPage, signInBy, providerFor } from './deletion-setup.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const DELETE = { action: 'delete-account', confirm: 'yes' }
const WEEK = 604_800
const delayed = {
  account: { deletionDelay: WEEK },
  callbacks: { deleteUser: () => true },
} satisfies Partial<AuthConfig>
const DATE = 'January 8, 2030 at 12:00'

const ann = async ({ memory }: AccountSetup) => memory.getUserByEmail('ann@example.org')
const deleteAt = async (setup: AccountSetup) => (await ann(setup))?.deleteAt ?? null
const due = new Date('2030-01-08T12:00:00Z')

/** A setup in which Ann requested the deletion. */
const setUpRequested = async (config: Partial<AuthConfig> = {}, ...more: AuthConfig['providers']) => {
  const setup = setUpAccount({ ...delayed, ...config }, undefined, more)
  await change(await signIn(setup), DELETE)
  setup.events.length = 0
  setup.notifications.length = 0
  return setup
}

describe.each(['database', 'jwt'] as const)('requesting a delayed deletion, with %s sessions', (strategy) => {
  const setUp = () => setUpAccount({ ...delayed, session: { strategy } })

  test('keeps the user, ends all sessions, and says on a page and in an e-mail when the account is deleted', async () => {
    const setup = setUp()
    const [browser, elsewhere] = [await signIn(setup), await signIn(setup)]
    const thief = stealSession(setup, elsewhere)
    expect(await pageOf(browser)).toContain('your account is deleted after 7 days')
    expect(await pageOf(browser, '?change=delete-account')).toContain('your account is deleted after 7 days')
    const response = await change(browser, DELETE, { origin: ORIGIN, 'user-agent': FIREFOX })
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain(DATE)
    expect(page).toContain('Sign in before then to keep it.')
    expect(await deleteAt(setup)).toEqual(due)
    expect([...browser.cookies.keys()].filter((name) => /session-token|recent|csrf|pending/.test(name))).toEqual([])
    for (const other of [elsewhere, thief])
      expect(location(await other.get('/auth/account'))).toContain('error=SessionRequired')
    setup.clock.forward(86_401)
    expect([await browser.session(), await elsewhere.session(), await thief.session()]).toEqual([null, null, null])
    expect(setup.events).toEqual([
      ['scheduleUserDeletion', { user: expect.objectContaining({ email: 'ann@example.org' }), deleteAt: due }],
    ])
    const [mail] = setup.notifications
    expect([setup.notifications.length, mail?.identifier]).toEqual([1, 'ann@example.org'])
    expect(mail?.message.subject).toBe('Your account at app.example.com will be deleted')
    for (const part of [DATE, 'Sign in before then', 'Firefox on Linux', `${ORIGIN}/auth/account`])
      expect(mail?.message.text).toContain(part)
  })

  test('that fails to end the sessions schedules nothing', async () => {
    const fail = () => Promise.reject(new Error('down'))
    const setup = setUpAccount({ ...delayed, session: { strategy } }, (memory) => ({
      ...memory,
      deleteSessions: fail,
      revokeSessions: fail,
      transaction: (work) => memory.transaction((inner) => work({ ...inner, revokeSessions: fail })),
    }))
    expect(location(await change(await signIn(setup), DELETE))).toContain('/auth/error')
    expect([await deleteAt(setup), setup.events, setup.notifications]).toEqual([null, [], []])
  })
})

describe('requesting a delayed deletion', () => {
  test('needs a recent sign-in, the checkbox, and a form of this site', async () => {
    const setup = setUpAccount(delayed)
    const browser = await signIn(setup)
    expect(location(await change(browser, { action: 'delete-account' }))).toContain('change=delete-account')
    expect(location(await change(browser, DELETE, { origin: 'https://evil.example' }))).toContain('MissingCSRF')
    expect(location(await change(stealSession(setup, browser), DELETE))).toContain('error=ReauthenticationRequired')
    setup.clock.forward(901)
    expect(location(await change(browser, DELETE))).toContain('error=ReauthenticationRequired')
    expect([await deleteAt(setup), setup.events]).toEqual([null, []])
  })

  test('does not call the deleteUser callback', async () => {
    const deleteUser = vi.fn<() => boolean>(() => true)
    await setUpRequested({ callbacks: { deleteUser } })
    expect(deleteUser).not.toHaveBeenCalled()
  })

  test('twice at once sends one e-mail and emits one event', async () => {
    const setup = setUpAccount(delayed)
    const browser = await signIn(setup)
    await Promise.all([change(browser.copy(), DELETE), change(browser.copy(), DELETE)])
    expect([setup.events.length, setup.notifications.length]).toEqual([1, 1])
    expect(await deleteAt(setup)).toEqual(due)
  })
})

describe('a sign-in before the deletion', () => {
  const asks = async (setup: AccountSetup, browser: TestBrowser) => {
    expect(await browser.session()).toBeNull()
    const { text, choices } = await readKeepPage(browser)
    expect(text).toContain(DATE)
    expect(text).toContain('ann@example.org')
    expect(choices).toEqual(['keep', 'leave'])
    expect(await deleteAt(setup)).toEqual(due)
  }

  test('by e-mail asks first, and keeps the account and signs in by the button', async () => {
    const setup = await setUpRequested()
    const browser = await signIn(setup)
    await asks(setup, browser)
    const { question } = await readKeepPage(browser)
    expect(location(await browser.post('/auth/keep-account', { choice: 'keep', question }))).toBe(`${ORIGIN}/`)
    expect(await browser.session()).toMatchObject({ user: { email: 'ann@example.org' } })
    expect(await deleteAt(setup)).toBeNull()
    expect(setup.events).toMatchObject([['cancelUserDeletion', { user: { email: 'ann@example.org' } }]])
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 })
    // The next sign-in is as usual, and a new request has a new date.
    const again = await signIn(setup)
    expect(await again.session()).not.toBeNull()
    setup.clock.forward(60)
    await change(await signIn(setup), DELETE)
    expect(await deleteAt(setup)).toEqual(new Date(due.getTime() + 60_000))
  })

  test.each(['provider', 'password', 'link by address'] as const)('asks after every method: %s', async (method) => {
    const setup = await setUpRequested({}, providerFor(method, provider))
    const browser = await signInBy(setup, method, (await ann(setup))?.id ?? '')
    await asks(setup, browser)
    const { question } = await readKeepPage(browser)
    await browser.post('/auth/keep-account', { choice: 'keep', question })
    expect(await browser.session()).toMatchObject({ user: { email: 'ann@example.org' } })
    expect(await deleteAt(setup)).toBeNull()
  })

  test('that the user leaves signs in no one, and the browser forgets it', async () => {
    const setup = await setUpRequested()
    const browser = await signIn(setup)
    const { question } = await readKeepPage(browser)
    expect(location(await browser.post('/auth/keep-account', { choice: 'leave', question }))).toBe(`${ORIGIN}/`)
    expect(await browser.session()).toBeNull()
    await browser.post('/auth/keep-account', { choice: 'keep', question })
    expect([await deleteAt(setup), await browser.session()]).toEqual([due, null])
  })

  test('after the date, while the job has not run, still keeps the account', async () => {
    const setup = await setUpRequested()
    setup.clock.forward(WEEK + 3600)
    const browser = await signIn(setup)
    const { question } = await readKeepPage(browser)
    await browser.post('/auth/keep-account', { choice: 'keep', question })
    expect(await browser.session()).not.toBeNull()
    expect(await setup.auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 })
  })

  test('keeps nothing by a form of another site, of another sign-in, or without the button', async () => {
    const setup = await setUpRequested()
    await signIn(setup, 'bob@example.org')
    const [browser, other] = [await signIn(setup), await signIn(setup)]
    const { question } = await readKeepPage(browser)
    const { question: foreign } = await readKeepPage(other)
    const post = (fields: Record<string, string>, headers?: Record<string, string>) =>
      browser.post('/auth/keep-account', fields, headers)
    expect(location(await post({ choice: 'keep', question }, { origin: 'https://evil.example' }))).toContain(
      'MissingCSRF',
    )
    for (const fields of [{ choice: 'keep' }, { choice: 'keep', question: foreign }, { question }])
      expect(location(await post(fields as Record<string, string>))).toBe(KEEP)
    expect([await deleteAt(setup), await browser.session()]).toEqual([due, null])
  })

  test('is not continued by a copied cookie a second time, also after another request', async () => {
    const setup = await setUpRequested()
    const browser = await signIn(setup)
    const { question } = await readKeepPage(browser)
    const [thief, copied] = [browser.copy(), browser.copy()]
    await browser.post('/auth/keep-account', { choice: 'keep', question })
    await thief.post('/auth/keep-account', { choice: 'keep', question })
    expect(await thief.session()).toBeNull()
    setup.clock.forward(60)
    await change(await signIn(setup), DELETE)
    expect((await readKeepPage(copied)).choices).toEqual([])
    await copied.post('/auth/keep-account', { choice: 'keep', question })
    expect(await copied.session()).toBeNull()
    expect(await deleteAt(setup)).not.toBeNull()
  })

  test('is not continued by a user who has signed in since', async () => {
    const setup = await setUpRequested()
    const browser = await signIn(setup)
    const { question } = await readKeepPage(browser)
    const bob = await signIn(setup, 'bob@example.org')
    for (const [name, value] of browser.cookies) if (name.includes('pending')) bob.cookies.set(name, value)
    expect((await readKeepPage(bob.copy())).choices).toEqual([])
    await bob.post('/auth/keep-account', { choice: 'keep', question })
    expect(await bob.session()).toMatchObject({ user: { email: 'bob@example.org' } })
    expect(await deleteAt(setup)).toEqual(due)
  })

  test('expires after 15 minutes', async () => {
    const setup = await setUpRequested()
    const browser = await signIn(setup)
    const { question } = await readKeepPage(browser)
    setup.clock.forward(901)
    await browser.post('/auth/keep-account', { choice: 'keep', question })
    expect([await deleteAt(setup), await browser.session()]).toEqual([due, null])
  })

  test('that is refused does not show the date to a stranger who has the same address at a provider', async () => {
    const setup = await setUpRequested({}, provider.config())
    const browser = await signInBy(setup, 'link by address', '')
    expect((await readKeepPage(browser)).choices).toEqual([])
    expect([await deleteAt(setup), await browser.session()]).toEqual([due, null])
  })

  test('of another user is as usual', async () => {
    const setup = await setUpRequested()
    expect(await (await signIn(setup, 'bob@example.org')).session()).not.toBeNull()
  })

  test('replacing another user asks which account to use once, and then whether to keep it', async () => {
    const setup = await setUpRequested({}, providerFor('provider', provider))
    const bob = await signIn(setup, 'bob@example.org')
    const browser = await signInBy(setup, 'provider', (await ann(setup))?.id ?? '', bob)
    const html = await (await browser.get('/auth/choose-account')).text()
    const chosen = /name="question" value="([^"]*)"/.exec(html)?.[1] ?? ''
    const next = await browser.post('/auth/choose-account', { choice: 'sign-in', question: chosen })
    expect(location(next)).toBe(KEEP)
    expect(await browser.session()).toMatchObject({ user: { email: 'bob@example.org' } })
    const { question } = await readKeepPage(browser)
    await browser.post('/auth/keep-account', { choice: 'keep', question })
    expect(await browser.session()).toMatchObject({ user: { email: 'ann@example.org' } })
  })
})

describe('a session that began while the deletion was requested', () => {
  test('sees the date, and keeps the account', async () => {
    const setup = setUpAccount(delayed)
    const browser = await signIn(setup)
    await setup.memory.scheduleUserDeletion((await ann(setup))?.id ?? '', due)
    const page = await pageOf(browser)
    expect(page).toContain(DATE)
    expect(page).not.toContain('change=delete-account')
    expect(fullLocation(await change(browser, { action: 'keep-account' }))).toContain('done=account-kept')
    expect(await pageOf(browser, '?done=account-kept')).toContain('Your account is kept.')
    expect([await deleteAt(setup), setup.events.map(([name]) => name)]).toEqual([null, ['cancelUserDeletion']])
    expect(fullLocation(await change(browser, { action: 'keep-account' }))).not.toContain('done=')
  })
})

describe('the option', () => {
  test('needs an adapter that can delay, which the first request checks', async () => {
    const setup = setUpAccount(delayed, ({ scheduleUserDeletion: _s, listUsersToDelete: _l, ...rest }) => rest)
    expect((await setup.browser().get('/auth/signin')).status).toBe(500)
    const text = setup.errors.map(String).join()
    expect(text).toContain('scheduleUserDeletion (account.deletionDelay)')
    expect(text).toContain('listUsersToDelete (account.deletionDelay)')
  })

  test('warns if no user can delete the account', async () => {
    const setup = setUpAccount({ account: { deletionDelay: WEEK } })
    await setup.browser().get('/auth/signin')
    expect(setup.log).toContain('deletion-delay-without-effect')
  })

  test.each([-1, Number.NaN, '7d'])('rejects %s', async (deletionDelay) => {
    const setup = setUpAccount({ ...delayed, account: { deletionDelay: deletionDelay as number } })
    expect((await setup.browser().get('/auth/signin')).status).toBe(500)
    expect(setup.errors.map(String).join()).toContain('account.deletionDelay')
  })

  test('that is left out ignores a stored date', async () => {
    const setup = setUpAccount({ callbacks: delayed.callbacks })
    await signIn(setup)
    await setup.memory.scheduleUserDeletion((await ann(setup))?.id ?? '', due)
    const browser = await signIn(setup)
    expect(await browser.session()).not.toBeNull()
    expect(await pageOf(browser)).toContain('change=delete-account')
    await expect(setup.auth.deleteDueUsers()).rejects.toMatchObject({ type: 'InvalidConfig' })
  })
})
