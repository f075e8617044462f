import type { Page } from '@authwright/testing'
import { type Flow, isSignedIn, SESSION_COOKIE, signInAgain } from '../flow.ts'
import { newProviderUser } from '../provider-user.ts'
import { ORIGIN } from '../fault-setup.ts'

const DAY = 86_400_000

const reading = (name: string, waits: number, strategy: Flow['strategy'] = 'database'): Flow => ({
  name,
  strategy,
  respondsWith: 'json',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    await setup.signIn(browser, user)
    const before = browser.jar.value(SESSION_COOKIE)
    setup.time.forward(waits)
    return {
      browser,
      user,
      act: () => browser.get('/auth/session'),
      repeat: async (_failed, fault) => {
        if (fault === 'finds nothing') await signInAgain(setup, browser, user)
      },
      check: async (fault) => {
        // Nothing can detect a stale replica, so there the user signs in again.
        const kept = browser.jar.value(SESSION_COOKIE) === before
        return kept || fault === 'finds nothing' || strategy === 'jwt' ? [] : ['the session cookie was lost']
      },
    }
  },
})

const readingExpired: Flow = {
  name: 'reading an expired session',
  strategy: 'database',
  respondsWith: 'json',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    await setup.signIn(browser, user)
    setup.time.forward(31 * DAY)
    return {
      browser,
      user,
      act: () => browser.get('/auth/session'),
      repeat: () => signInAgain(setup, browser, user),
    }
  },
}

const updating: Flow = {
  name: 'updating a session',
  strategy: 'database',
  respondsWith: 'json',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    await setup.signIn(browser, user)
    return {
      browser,
      user,
      act: () => browser.post('/auth/session', { json: { data: { name: 'Augusta' } } }),
      repeat: async (_failed, fault) => {
        if (fault === 'finds nothing') await signInAgain(setup, browser, user)
      },
    }
  },
}

const account: Flow = {
  name: 'opening the account page',
  strategy: 'database',
  respondsWith: 'page',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    await setup.signIn(browser, user)
    const before = browser.jar.value(SESSION_COOKIE)
    let response: Page | undefined
    return {
      browser,
      user,
      act: async () => (response = await browser.get('/auth/account')),
      repeat: async (_failed, fault) => {
        if (fault === 'finds nothing') await signInAgain(setup, browser, user)
      },
      check: async (fault) => {
        if (fault === 'finds nothing') return []
        const complaints = browser.jar.value(SESSION_COOKIE) === before ? [] : ['the session cookie was lost']
        const isWhole = response?.status !== 200 || response.body.includes(user.id)
        return isWhole ? complaints : [...complaints, 'the page does not show the account']
      },
    }
  },
}

const signingOut: Flow = {
  name: 'signing out',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    await setup.signIn(browser, user)
    const token = browser.jar.value(SESSION_COOKIE) ?? ''
    setup.errors.length = 0
    return {
      browser,
      user: null,
      act: () => browser.post('/auth/signout', {}),
      repeat: () => browser.post('/auth/signout', {}),
      check: async () => {
        const attacker = setup.open()
        attacker.jar.store(`${SESSION_COOKIE}=${token}; Path=/; Secure`, new URL(ORIGIN))
        const isLogged = setup.errors.some((error) => 'type' in error && error.type === 'SignOutError')
        return (await isSignedIn(attacker)) && !isLogged ? ['the session remains and no error was logged'] : []
      },
    }
  },
}

const byPassword: Flow = {
  name: 'credentials with a session in the database',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const person = newProviderUser()
    await setup.signIn(setup.open(), person)
    const user = await setup.adapter.getUserByEmail?.(person.email)
    setup.credentials.userId = String(user?.id)
    const browser = setup.open()
    const act = () => browser.post('/auth/callback/password', {})
    return {
      browser,
      user: person,
      act,
      repeat: async () => {
        if (!(await isSignedIn(browser))) await act()
      },
    }
  },
}

export const sessionFlows: readonly Flow[] = [
  reading('reading a session', 0),
  reading('extending a session', 2 * DAY),
  readingExpired,
  updating,
  account,
  signingOut,
  byPassword,
]
