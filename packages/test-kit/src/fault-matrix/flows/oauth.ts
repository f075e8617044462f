import type { Flow } from '../flow.ts'
import { signInAgain } from '../flow.ts'
import { newProviderUser } from '../provider-user.ts'

const first = (strategy: Flow['strategy']): Flow => ({
  name: strategy === 'jwt' ? 'first OAuth sign-in, session in a cookie' : 'first OAuth sign-in',
  strategy,
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    const answer = await world.start(browser, person)
    return {
      browser,
      user: person,
      act: () => browser.get(answer),
      repeat: () => signInAgain(world, browser, person),
    }
  },
})

const firstUnproven: Flow = {
  name: 'first OAuth sign-in, address not proven',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser({ email_verified: false })
    const browser = world.open()
    const answer = await world.start(browser, person)
    return { browser, user: person, act: () => browser.get(answer), repeat: () => signInAgain(world, browser, person) }
  },
}

const returning = (strategy: Flow['strategy']): Flow => ({
  name: strategy === 'jwt' ? 'OAuth sign-in of somebody known, session in a cookie' : 'OAuth sign-in of somebody known',
  strategy,
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    await world.signIn(world.open(), person)
    const browser = world.open()
    const answer = await world.start(browser, person)
    return { browser, user: person, act: () => browser.get(answer), repeat: () => signInAgain(world, browser, person) }
  },
})

const leaving: Flow = {
  name: 'leaving for a provider to link an account',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    await world.signIn(browser, person)
    return {
      browser,
      user: person,
      act: () => browser.post('/auth/signin/two', {}),
      repeat: () => signInAgain(world, browser, person),
    }
  },
}

const linking = (strategy: Flow['strategy']): Flow => ({
  name: strategy === 'jwt' ? 'linking an account, session in a cookie' : 'linking an account',
  strategy,
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    await world.signIn(browser, person)
    const answer = await world.start(browser, person, 'two')
    return {
      browser,
      user: person,
      act: () => browser.get(answer),
      repeat: async (failed) => {
        await signInAgain(world, browser, person)
        if (failed) await world.signIn(browser, person, 'two')
      },
      check: async () => {
        const of = (provider: string) => world.adapter.getUserByAccount?.({ provider, providerAccountId: person.id })
        const [one, two] = [await of('one'), await of('two')]
        return one?.id === two?.id ? [] : ['the account was not linked to its person']
      },
    }
  },
})

const replacing: Flow = {
  name: 'OAuth sign-in where somebody else was signed in',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const [person, other] = [newProviderUser(), newProviderUser()]
    await world.signIn(world.open(), person)
    const browser = world.open()
    const answer = await world.start(browser, person)
    await world.signIn(browser, other)
    return {
      browser,
      user: person,
      act: () => browser.get(answer),
      repeat: async (failed) => {
        if (!failed) return
        await browser.post('/auth/signout', {})
        await world.signIn(browser, person)
      },
    }
  },
}

const unlinking: Flow = {
  name: 'taking an account away',
  strategy: 'database',
  needs: ['listAccounts', 'unlinkAccount'],
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    await world.signIn(browser, person)
    await world.signIn(browser, person, 'two')
    const fields = { action: 'unlink', provider: 'two', providerAccountId: person.id }
    return {
      browser,
      user: person,
      act: () => browser.post('/auth/account', fields),
      repeat: async (failed) => {
        await signInAgain(world, browser, person)
        if (failed) await browser.post('/auth/account', fields)
      },
      check: async () => {
        const owner = await world.adapter.getUserByAccount?.({ provider: 'two', providerAccountId: person.id })
        return (owner ?? null) === null ? [] : ['the account is still there']
      },
    }
  },
}

export const oauthFlows: readonly Flow[] = [
  first('database'),
  first('jwt'),
  firstUnproven,
  returning('database'),
  returning('jwt'),
  leaving,
  linking('database'),
  linking('jwt'),
  replacing,
  unlinking,
]
