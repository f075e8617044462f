import type { Browser } from '@authwright/testing'
import { type Flow, isSignedIn, signInAgain } from '../flow.ts'
import { newProviderUser, type ProviderUser } from '../provider-user.ts'
import type { FaultSetup } from '../fault-setup.ts'

const enterByLink = async (setup: FaultSetup, browser: Browser, { email }: ProviderUser): Promise<void> => {
  if (!(await isSignedIn(browser))) await browser.get(await setup.requestLink(browser, email))
}

/** Uses the same link again, or a new one when it was used. */
const enterAgain = async (setup: FaultSetup, browser: Browser, user: ProviderUser, link: string): Promise<void> => {
  if (!(await isSignedIn(browser))) await browser.get(link)
  await enterByLink(setup, browser, user)
}

const requestingLink: Flow = {
  name: 'requesting a magic link',
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

const firstLink = (strategy: Flow['strategy']): Flow => ({
  name: strategy === 'jwt' ? 'a magic link of a new user, session in a cookie' : 'a magic link of a new user',
  strategy,
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const browser = setup.open()
    const link = await setup.requestLink(browser, user.email)
    return {
      browser,
      user,
      act: () => browser.get(link),
      repeat: () => enterAgain(setup, browser, user, link),
    }
  },
})

const laterLink: Flow = {
  name: 'a magic link of an existing user',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    await enterByLink(setup, setup.open(), user)
    const browser = setup.open()
    const link = await setup.requestLink(browser, user.email)
    return {
      browser,
      user,
      act: () => browser.get(link),
      repeat: () => enterAgain(setup, browser, user, link),
    }
  },
}

const reclaiming: Flow = {
  name: 'a magic link for an address that an attacker has registered unverified',
  strategy: 'database',
  needs: ['listAccounts', 'deleteSessions', 'unlinkAccount'],
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const attacker = newProviderUser({ email: user.email, email_verified: false })
    const attackerBrowser = setup.open()
    await setup.signIn(attackerBrowser, attacker)
    const browser = setup.open()
    const link = await setup.requestLink(browser, user.email)
    return {
      browser,
      user,
      act: () => browser.get(link),
      repeat: () => enterAgain(setup, browser, user, link),
      check: async () => {
        const complaints = (await isSignedIn(attackerBrowser)) ? ['the attacker is still signed in'] : []
        await setup.signIn(attackerBrowser, attacker)
        return (await isSignedIn(attackerBrowser)) ? [...complaints, 'the attacker can still sign in'] : complaints
      },
    }
  },
}

const both: Flow = {
  name: 'a magic link of a user with an OAuth account',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    await setup.signIn(setup.open(), user)
    const browser = setup.open()
    const link = await setup.requestLink(browser, user.email)
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
  name: 'an e-mail code of a new user',
  strategy: 'database',
  needs: ['incrementCounter'],
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const user = newProviderUser()
    const { email } = user
    const browser = setup.open()
    const requestCode = () => browser.post('/auth/signin/code', { email })
    const type = () => browser.post('/auth/callback/code', { email, code: setup.codes.at(-1) ?? '' })
    await requestCode()
    return {
      browser,
      user,
      act: type,
      repeat: async () => {
        // The same code again, or a new one when it was used.
        if (!(await isSignedIn(browser))) await type()
        if (await isSignedIn(browser)) return
        await requestCode()
        await type()
      },
    }
  },
}

export const mailFlows: readonly Flow[] = [
  requestingLink,
  firstLink('database'),
  firstLink('jwt'),
  laterLink,
  reclaiming,
  both,
  typing,
]
