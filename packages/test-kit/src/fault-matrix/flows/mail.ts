import type { Browser } from '@authwright/testing'
import type { Flow } from '../flow.ts'
import { isSignedIn, signInAgain } from '../flow.ts'
import { newProviderUser, type ProviderUser } from '../provider-user.ts'
import type { FaultSetup } from '../setup.ts'

const enterByLink = async (setup: FaultSetup, browser: Browser, { email }: ProviderUser): Promise<void> => {
  if (!(await isSignedIn(browser))) await browser.get(await setup.askForLink(browser, email))
}

/** The same link once more; a new one when that is used up. */
const enterAgain = async (setup: FaultSetup, browser: Browser, user: ProviderUser, link: string): Promise<void> => {
  if (!(await isSignedIn(browser))) await browser.get(link)
  await enterByLink(setup, browser, user)
}

const asking: Flow = {
  name: 'asking for a link',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    return {
      browser,
      user,
      act: () => browser.post('/auth/signin/mail', { email: user.email }),
      repeat: () => enterByLink(setup, browser, user),
    }
  },
}

const redeemingFirst = (strategy: Flow['strategy']): Flow => ({
  name: strategy === 'jwt' ? 'a link used by somebody new, session in a cookie' : 'a link used by somebody new',
  strategy,
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    const link = await setup.askForLink(browser, user.email)
    return {
      browser,
      user,
      act: () => browser.get(link),
      repeat: () => enterAgain(setup, browser, user, link),
    }
  },
})

const redeeming: Flow = {
  name: 'a link used by somebody known',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    await enterByLink(setup, setup.open(), user)
    const browser = setup.open()
    const link = await setup.askForLink(browser, user.email)
    return {
      browser,
      user,
      act: () => browser.get(link),
      repeat: () => enterAgain(setup, browser, user, link),
    }
  },
}

const reclaiming: Flow = {
  name: 'a link used by the owner of an address that somebody else had claimed',
  strategy: 'database',
  needs: ['listAccounts', 'deleteSessions', 'unlinkAccount'],
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const attacker = newProviderUser({ email: user.email, email_verified: false })
    const lair = setup.open()
    await setup.signIn(lair, attacker)
    const browser = setup.open()
    const link = await setup.askForLink(browser, user.email)
    return {
      browser,
      user,
      act: () => browser.get(link),
      repeat: () => enterAgain(setup, browser, user, link),
      check: async () => {
        const complaints = (await isSignedIn(lair)) ? ['whoever claimed the address is still signed in'] : []
        await setup.signIn(lair, attacker)
        return (await isSignedIn(lair)) ? [...complaints, 'whoever claimed the address can still come in'] : complaints
      },
    }
  },
}

const both: Flow = {
  name: 'a link used by somebody who came by OAuth before',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    await setup.signIn(setup.open(), user)
    const browser = setup.open()
    const link = await setup.askForLink(browser, user.email)
    return {
      browser,
      user,
      act: () => browser.get(link),
      repeat: () => enterAgain(setup, browser, user, link),
      check: async () => {
        const again = setup.open()
        await signInAgain(setup, again, user)
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
  prepare: async (setup) => {
    const user = newProviderUser()
    const { email } = user
    const browser = setup.open()
    const ask = () => browser.post('/auth/signin/code', { email })
    const type = () => browser.post('/auth/callback/code', { email, code: setup.codes.at(-1) ?? '' })
    await ask()
    return {
      browser,
      user,
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
