import type { Browser } from '@authwright/testing'
import type { Flow } from '../flow.ts'
import { isSignedIn, signInAgain } from '../flow.ts'
import { newProviderUser, type ProviderUser } from '../provider-user.ts'
import type { FaultSetup } from '../setup.ts'

const enterByLink = async (world: FaultSetup, browser: Browser, { email }: ProviderUser): Promise<void> => {
  if (!(await isSignedIn(browser))) await browser.get(await world.askForLink(browser, email))
}

/** The same link once more; a new one when that is used up. */
const enterAgain = async (world: FaultSetup, browser: Browser, person: ProviderUser, link: string): Promise<void> => {
  if (!(await isSignedIn(browser))) await browser.get(link)
  await enterByLink(world, browser, person)
}

const asking: Flow = {
  name: 'asking for a link',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    return {
      browser,
      user: person,
      act: () => browser.post('/auth/signin/mail', { email: person.email }),
      repeat: () => enterByLink(world, browser, person),
    }
  },
}

const redeemingFirst = (strategy: Flow['strategy']): Flow => ({
  name: strategy === 'jwt' ? 'a link used by somebody new, session in a cookie' : 'a link used by somebody new',
  strategy,
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const browser = world.open()
    const link = await world.askForLink(browser, person.email)
    return {
      browser,
      user: person,
      act: () => browser.get(link),
      repeat: () => enterAgain(world, browser, person, link),
    }
  },
})

const redeeming: Flow = {
  name: 'a link used by somebody known',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    await enterByLink(world, world.open(), person)
    const browser = world.open()
    const link = await world.askForLink(browser, person.email)
    return {
      browser,
      user: person,
      act: () => browser.get(link),
      repeat: () => enterAgain(world, browser, person, link),
    }
  },
}

const reclaiming: Flow = {
  name: 'a link used by the owner of an address that somebody else had claimed',
  strategy: 'database',
  needs: ['listAccounts', 'deleteSessions', 'unlinkAccount'],
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const thief = newProviderUser({ email: person.email, email_verified: false })
    const lair = world.open()
    await world.signIn(lair, thief)
    const browser = world.open()
    const link = await world.askForLink(browser, person.email)
    return {
      browser,
      user: person,
      act: () => browser.get(link),
      repeat: () => enterAgain(world, browser, person, link),
      check: async () => {
        const complaints = (await isSignedIn(lair)) ? ['whoever claimed the address is still signed in'] : []
        await world.signIn(lair, thief)
        return (await isSignedIn(lair)) ? [...complaints, 'whoever claimed the address can still come in'] : complaints
      },
    }
  },
}

const both: Flow = {
  name: 'a link used by somebody who came by OAuth before',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    await world.signIn(world.open(), person)
    const browser = world.open()
    const link = await world.askForLink(browser, person.email)
    return {
      browser,
      user: person,
      act: () => browser.get(link),
      repeat: () => enterAgain(world, browser, person, link),
      check: async () => {
        const again = world.open()
        await signInAgain(world, again, person)
        return (await isSignedIn(again)) ? [] : ['the account was lost']
      },
    }
  },
}

const typing: Flow = {
  name: 'a code typed in by somebody new',
  strategy: 'database',
  needs: ['incrementCounter'],
  respondsWith: 'redirect',
  prepare: async (world) => {
    const person = newProviderUser()
    const { email } = person
    const browser = world.open()
    const ask = () => browser.post('/auth/signin/code', { email })
    const type = () => browser.post('/auth/callback/code', { email, code: world.codes.at(-1) ?? '' })
    await ask()
    return {
      browser,
      user: person,
      act: type,
      repeat: async () => {
        // The same code once more; a new one when that is used up.
        if (!(await isSignedIn(browser))) await type()
        if (await isSignedIn(browser)) return
        await ask()
        await type()
      },
    }
  },
}

export const mailFlows: readonly Flow[] = [
  asking,
  redeemingFirst('database'),
  redeemingFirst('jwt'),
  redeeming,
  reclaiming,
  both,
  typing,
]
