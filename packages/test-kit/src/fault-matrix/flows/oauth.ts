import { type Flow, signInAgain } from '../flow.ts'
import { newProviderUser } from '../provider-user.ts'

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
      act: () => browser.post('/auth/signin/two', {}),
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
    const response = await setup.start(browser, user, 'two')
    return {
      browser,
      user,
      act: () => browser.get(response),
      repeat: async (failed) => {
        await signInAgain(setup, browser, user)
        if (failed) await setup.signIn(browser, user, 'two')
      },
      check: async () => {
        const of = (provider: string) => setup.adapter.getUserByAccount?.({ provider, providerAccountId: user.id })
        const [one, two] = [await of('one'), await of('two')]
        return one?.id === two?.id ? [] : ['the account was not linked to its user']
      },
    }
  },
})

const replacing: Flow = {
  name: 'OAuth sign-in where another user is signed in',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const [user, other] = [newProviderUser(), newProviderUser()]
    await setup.signIn(setup.open(), user)
    const browser = setup.open()
    const response = await setup.start(browser, user)
    await setup.signIn(browser, other)
    return {
      browser,
      user,
      act: () => browser.get(response),
      repeat: async (failed) => {
        if (!failed) return
        await browser.post('/auth/signout', {})
        await setup.signIn(browser, user)
      },
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
    await setup.signIn(browser, user, 'two')
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
  replacing,
  unlinking,
]
