import { describe, expect, test } from 'vitest'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { allOf, readPage, textOf } from '../pages/read-page.ts'
import { change, IPHONE, pageOf, setUpAccount, signIn, stealSession, type AccountSetup } from './account-setup.ts'

const ACCOUNT = `${ORIGIN}/auth/account`
const DAY = 86_400

const sessionsOf = async (browser: Awaited<ReturnType<typeof signIn>>) => {
  const root = readPage(await pageOf(browser))
  const [section] = allOf(root, 'section').filter((part) => part.attributes.get('aria-labelledby') === 'sessions')
  const rows = section === undefined ? [] : allOf(section, 'li')
  return rows.map((row) => ({
    text: textOf(row).replaceAll(/\s+/g, ' ').trim(),
    id: allOf(row, 'input')
      .find(({ attributes }) => attributes.get('name') === 'session')
      ?.attributes.get('value'),
  }))
}

const textsOf = async (browser: Awaited<ReturnType<typeof signIn>>) =>
  (await sessionsOf(browser)).map(({ text }) => text)

const stored = ({ memory }: AccountSetup): number => memory.state().sessions.size

describe('the list of sessions', () => {
  test('marks the current one, and names browser, system, sign-in and last use', async () => {
    const setup = setUpAccount()
    await signIn(setup, 'ann@example.org', IPHONE)
    setup.clock.forward(3 * DAY)
    const here = await signIn(setup)
    await signIn(setup, 'bob@example.org')
    expect(await textsOf(here)).toEqual([
      'Firefox on Linux This device Signed in January 4, 2030',
      'Safari on iPhone Signed in January 1, 2030 · last active 3 days ago Sign out',
      'Sign out of all other devices',
    ])
  })

  test('does not show expired sessions, and offers nothing to end if there is no other', async () => {
    const setup = setUpAccount({ session: { maxAge: DAY } })
    await signIn(setup)
    setup.clock.forward(DAY + 1)
    expect(await textsOf(await signIn(setup))).toEqual(['Firefox on Linux This device Signed in January 2, 2030'])
  })

  test('says nothing about the last use near the absolute age, when the expiry no longer tells it', async () => {
    const setup = setUpAccount({ session: { maxAge: 2 * DAY, absoluteMaxAge: 3 * DAY, updateAge: 0 } })
    const there = await signIn(setup, 'ann@example.org', IPHONE)
    setup.clock.forward(1.5 * DAY)
    await there.session()
    expect((await textsOf(await signIn(setup)))[1]).toBe('Safari on iPhone Signed in January 1, 2030 Sign out')
  })

  test('contains no token', async () => {
    const setup = setUpAccount()
    await signIn(setup)
    const html = await pageOf(await signIn(setup))
    const tokens = [...setup.memory.state().sessions.keys()]
    expect(tokens).toHaveLength(2)
    for (const token of tokens) expect(html).not.toContain(token)
  })

  test('shows an unknown browser without its text', async () => {
    const setup = setUpAccount()
    await signIn(setup, 'ann@example.org', '<script>alert(1)</script>')
    expect((await textsOf(await signIn(setup)))[1]).toContain('Unknown browser')
    expect(JSON.stringify([...setup.memory.state().sessions.values()])).not.toContain('alert')
  })

  test('is left out with adapters that cannot list sessions, which get no additional members', async () => {
    const setup = setUpAccount(
      {},
      ({ listSessions: _list, deleteSessions: _delete, transaction: _transaction, ...rest }) => rest,
    )
    const ann = await signIn(setup)
    expect(await sessionsOf(ann)).toEqual([])
    expect([...setup.memory.state().sessions.values()].map((row) => Object.keys(row).toSorted())).toEqual([
      ['expires', 'sessionToken', 'userId'],
    ])
    expect((await change(ann, { action: 'session-end', session: 'x' })).status).toBe(404)
  })
})

describe('ending a session', () => {
  test('signs the other browser out, and no third one, without a recent sign-in', async () => {
    const setup = setUpAccount()
    const [there, third] = [await signIn(setup, 'ann@example.org', IPHONE), await signIn(setup)]
    setup.clock.forward(DAY / 2)
    const here = await signIn(setup)
    setup.clock.forward(1000)
    const [, , one] = await sessionsOf(here)
    const [, phone] = (await sessionsOf(here)).filter(({ text }) => text.includes('iPhone') || text.includes('This'))
    expect(one?.id).toBeDefined()
    expect(location(await change(here, { action: 'session-end', session: phone?.id ?? '' }))).toBe(
      `${ACCOUNT}?done=session-ended`,
    )
    expect(
      [await there.session(), await third.session(), await here.session()].map((session) => session !== null),
    ).toEqual([false, true, true])
    expect(setup.events.at(-1)?.[0]).toBe('signOut')
    // A second click, or another tab, finds it ended.
    const again = await change(here, { action: 'session-end', session: phone?.id ?? '' })
    expect(location(again)).toBe(`${ACCOUNT}?done=session-ended`)
  })

  test('ends no session of another user, and not the current one', async () => {
    const setup = setUpAccount()
    const ann = await signIn(setup)
    await signIn(setup)
    const bob = await signIn(setup, 'bob@example.org')
    const [, annsOther] = await sessionsOf(ann)
    const tokens = [...setup.memory.state().sessions.keys()]
    for (const session of [annsOther?.id ?? '', ...tokens, '', '__proto__', 'x'.repeat(64)])
      await change(bob, { action: 'session-end', session })
    expect(stored(setup)).toBe(3)
  })

  test('from another site ends nothing', async () => {
    const setup = setUpAccount()
    await signIn(setup)
    const here = await signIn(setup)
    const [, other] = await sessionsOf(here)
    for (const fields of [{ action: 'session-end', session: other?.id ?? '' }, { action: 'sessions-end' }]) {
      const response = await change(here, fields as Record<string, string>, { origin: 'https://evil.example' })
      expect(location(response)).toContain('error=MissingCSRF')
    }
    expect(stored(setup)).toBe(2)
  })
})

describe.each(['database', 'jwt'] as const)('signing out of all other browsers, with %s sessions', (strategy) => {
  test('ends them and a stolen copy of this session, and keeps this browser signed in', async () => {
    const setup = setUpAccount({ session: { strategy, updateAge: 0 } })
    const there = await signIn(setup, 'ann@example.org', IPHONE)
    setup.clock.forward(10)
    const here = await signIn(setup)
    const bob = await signIn(setup, 'bob@example.org')
    const thief = stealSession(setup, here)
    setup.clock.forward(10)
    expect((await textsOf(here)).at(-1)).toBe('Sign out of all other devices')
    expect(location(await change(here, { action: 'sessions-end' }))).toBe(`${ACCOUNT}?done=sessions-ended`)
    setup.clock.forward(10)
    const left = [await there.session(), await thief.session(), await here.session(), await bob.session()]
    expect(left.map((session) => session?.user?.email)).toEqual([
      undefined,
      undefined,
      'ann@example.org',
      'bob@example.org',
    ])
  })

  test('is not offered where the adapter cannot do it', async () => {
    const setup = setUpAccount({ session: { strategy } }, (memory) => {
      const { deleteSessions: _delete, revokeSessions: _revoke, ...rest } = memory
      return rest
    })
    await signIn(setup)
    expect((await textsOf(await signIn(setup))).join()).not.toContain('Sign out of all other devices')
  })
})
