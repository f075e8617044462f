import type { Browser } from '@authwright/testing'
import { type Flow, signInAgain } from '../flow.ts'
import type { FaultSetup } from '../fault-setup.ts'
import { newProviderUser, type ProviderUser } from '../provider-user.ts'

const first = (strategy: Flow['strategy']): Flow => ({
  name: strategy === 'jwt' ? 'first OAuth sign-in, session in a cookie' : 'first OAuth sign-in',
  strategy,
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    const response = await setup.start(browser, user)
    return {
      browser,
      user,
      act: () => browser.get(response),
      repeat: () => signInAgain(setup, browser, user),
    }
  },
})

const firstUnverified: Flow = {
  name: 'first OAuth sign-in, address not verified',
  strategy: 'database',
  // Without these the address is not stored.
  needs: ['listAccounts', 'deleteSessions', 'unlinkAccount'],
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser({ email_verified: false })
    const browser = setup.open()
    const response = await setup.start(browser, user)
    return { browser, user, act: () => browser.get(response), repeat: () => signInAgain(setup, browser, user) }
  },
}

const returning = (strategy: Flow['strategy']): Flow => ({
  name:
    strategy === 'jwt' ? 'OAuth sign-in of an existing user, session in a cookie' : 'OAuth sign-in of an existing user',
  strategy,
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    await setup.signIn(setup.open(), user)
    const browser = setup.open()
    const response = await setup.start(browser, user)
    return { browser, user, act: () => browser.get(response), repeat: () => signInAgain(setup, browser, user) }
  },
})

const leaving: Flow = {
  name: 'starting to link an account',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    await setup.signIn(browser, user)
    return {
      browser,
      user,
      act: () => browser.post('/auth/signin/two', { link: 'true' }),
      repeat: () => signInAgain(setup, browser, user),
    }
  },
}

const linking = (strategy: Flow['strategy']): Flow => ({
  name: strategy === 'jwt' ? 'linking an account, session in a cookie' : 'linking an account',
  strategy,
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    await setup.signIn(browser, user)
    const response = await setup.startLink(browser, user)
    return {
      browser,
      user,
      act: () => browser.get(response),
      repeat: async (failed) => {
        await signInAgain(setup, browser, user)
        if (failed) await setup.link(browser, user)
      },
      check: async () => {
        const of = (provider: string) => setup.adapter.getUserByAccount?.({ provider, providerAccountId: user.id })
        const [one, two] = [await of('one'), await of('two')]
        return one?.id === two?.id ? [] : ['the account was not linked to its user']
      },
    }
  },
})

/** A user who has an account, and a browser where another user is signed in. */
const prepareOther = async (setup: FaultSetup) => {
  const [user, other] = [newProviderUser(), newProviderUser()]
  await setup.signIn(setup.open(), user)
  const browser = setup.open()
  await setup.signIn(browser, other)
  return { browser, user, other, response: await setup.start(browser, user) }
}

/** Signs in unless this user is signed in. */
const signInInstead = async (setup: FaultSetup, browser: Browser, user: ProviderUser): Promise<void> => {
  const session = JSON.stringify((await browser.get('/auth/session')).json())
  if (session.includes(user.email)) return
  await browser.post('/auth/signout', {})
  await setup.signIn(browser, user)
}

const asking: Flow = {
  name: 'OAuth sign-in where another user is signed in',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const { browser, other, response } = await prepareOther(setup)
    return {
      browser,
      user: other,
      act: () => browser.get(response),
      // If the session is not found, no user is signed in here, so the sign-in needs no question.
      repeat: () => signInInstead(setup, browser, other),
    }
  },
}

const replacing: Flow = {
  name: 'choosing to sign in as another user',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const { browser, user, response } = await prepareOther(setup)
    await browser.get(response)
    await browser.get('/auth/choose-account')
    return {
      browser,
      user,
      act: () => browser.submit({}, { press: `Sign in as ${user.email}` }),
      repeat: () => signInInstead(setup, browser, user),
    }
  },
}

const unlinking: Flow = {
  name: 'unlinking an account',
  strategy: 'database',
  needs: ['listAccounts', 'unlinkAccount'],
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    await setup.signIn(browser, user)
    await setup.link(browser, user)
    const fields = { action: 'unlink', provider: 'two', providerAccountId: user.id }
    return {
      browser,
      user,
      act: () => browser.post('/auth/account', fields),
      repeat: async (failed) => {
        await signInAgain(setup, browser, user)
        if (failed) await browser.post('/auth/account', fields)
      },
      check: async () => {
        const owner = await setup.adapter.getUserByAccount?.({ provider: 'two', providerAccountId: user.id })
        return (owner ?? null) === null ? [] : ['the account is still there']
      },
    }
  },
}

export const oauthFlows: readonly Flow[] = [
  first('database'),
  first('jwt'),
  firstUnverified,
  returning('database'),
  returning('jwt'),
  leaving,
  linking('database'),
  linking('jwt'),
  asking,
  replacing,
  unlinking,
]
