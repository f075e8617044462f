import type { Page } from '@authwright/testing'
import type { Flow } from '../flow.ts'
import { isSignedIn, SESSION_COOKIE, signInAgain } from '../flow.ts'
import { newProviderUser } from '../provider-user.ts'
import { ORIGIN } from '../setup.ts'

const DAY = 86_400_000

const reading = (name: string, waits: number, strategy: Flow['strategy'] = 'database'): Flow => ({
  name,
  strategy,
  respondsWith: 'json',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    await world.signIn(browser, person)
    const before = browser.jar.value(SESSION_COOKIE)
    world.time.forward(waits)
    return {
      browser,
      user: person,
      act: () => browser.get('/auth/session'),
      repeat: async (_failed, fault) => {
        if (fault === 'finds nothing') await signInAgain(world, browser, person)
      },
      check: async (fault) => {
        // Of a copy that is behind nobody can say that it is, so there the person signs in again.
        const kept = browser.jar.value(SESSION_COOKIE) === before
        return kept || fault === 'finds nothing' || strategy === 'jwt' ? [] : ['the cookie of the session was lost']
      },
    }
  },
})

const readingExpired: Flow = {
  name: 'reading a session that has expired',
  strategy: 'database',
  respondsWith: 'json',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    await world.signIn(browser, person)
    world.time.forward(31 * DAY)
    return {
      browser,
      user: person,
      act: () => browser.get('/auth/session'),
      repeat: () => signInAgain(world, browser, person),
    }
  },
}

const updating: Flow = {
  name: 'changing a session',
  strategy: 'database',
  respondsWith: 'json',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    await world.signIn(browser, person)
    return {
      browser,
      user: person,
      act: () => browser.post('/auth/session', { json: { data: { name: 'Augusta' } } }),
      repeat: async (_failed, fault) => {
        if (fault === 'finds nothing') await signInAgain(world, browser, person)
      },
    }
  },
}

const account: Flow = {
  name: 'looking at the account page',
  strategy: 'database',
  respondsWith: 'page',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    await world.signIn(browser, person)
    const before = browser.jar.value(SESSION_COOKIE)
    let answer: Page | undefined
    return {
      browser,
      user: person,
      act: async () => (answer = await browser.get('/auth/account')),
      repeat: async (_failed, fault) => {
        if (fault === 'finds nothing') await signInAgain(world, browser, person)
      },
      check: async (fault) => {
        if (fault === 'finds nothing') return []
        const complaints = browser.jar.value(SESSION_COOKIE) === before ? [] : ['the cookie of the session was lost']
        const isWhole = answer?.status !== 200 || answer.body.includes(person.id)
        return isWhole ? complaints : [...complaints, 'the page does not say whose account it is']
      },
    }
  },
}

const signingOut: Flow = {
  name: 'signing out',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    await world.signIn(browser, person)
    const token = browser.jar.value(SESSION_COOKIE) ?? ''
    world.errors.length = 0
    return {
      browser,
      user: null,
      act: () => browser.post('/auth/signout', {}),
      repeat: () => browser.post('/auth/signout', {}),
      check: async () => {
        const thief = world.open()
        thief.jar.store(`${SESSION_COOKIE}=${token}; Path=/; Secure`, new URL(ORIGIN))
        const isTold = world.errors.some((error) => 'type' in error && error.type === 'SignOutError')
        return (await isSignedIn(thief)) && !isTold ? ['the session lives on, and nobody was told'] : []
      },
    }
  },
}

const byPassword: Flow = {
  name: 'credentials with a session in the database',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    await world.signIn(world.open(), person)
    const user = await world.adapter.getUserByEmail?.(person.email)
    world.credentials.userId = String(user?.id)
    const browser = world.open()
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
  reading('prolonging a session', 2 * DAY),
  readingExpired,
  updating,
  account,
  signingOut,
  byPassword,
]
