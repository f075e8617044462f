import type { Browser } from '@authwright/testing'
import { type Flow, isSignedIn, newProviderUser, type FaultSetup } from '@authwright/test-kit/fault-matrix'
import { Passkey } from '../../webauthn/authenticator.ts'
import { enter, makeMember, opens, optionsOf, passkeyFlow, register, rowOf, send } from './steps.ts'

/** The passkey, a new one, and at last a link: whoever has the mailbox has always been able to come in. */
const comeIn = async (setup: FaultSetup, browser: Browser, email: string, passkey: Passkey): Promise<void> => {
  if (!(await isSignedIn(browser))) await enter(browser, passkey)
  if (!(await isSignedIn(browser))) await send(browser, await register(browser, new Passkey(), email))
  if (!(await isSignedIn(browser))) await browser.get(await setup.askForLink(browser, email))
}

const signingUp: Flow = {
  ...passkeyFlow,
  name: 'signing up with a passkey',
  prepare: async (setup) => {
    const user = newProviderUser({ email_verified: false })
    const passkey = new Passkey()
    const browser = setup.open()
    const fields = await register(browser, passkey, user.email)
    return {
      browser,
      user,
      act: () => send(browser, fields),
      repeat: () => comeIn(setup, browser, user.email, passkey),
    }
  },
}

/** Where mails are sent, a passkey opens a new address when somebody has used the link that was sent there. */
const confirming: Flow = {
  ...passkeyFlow,
  name: 'confirming a sign-up with a passkey',
  prepare: async (setup) => {
    const user = newProviderUser({ email_verified: false })
    const passkey = new Passkey()
    const browser = setup.open()
    await send(browser, await register(browser, passkey, user.email))
    const link = setup.links.at(-1) ?? ''
    return {
      browser,
      user,
      act: () => browser.get(link),
      repeat: async () => {
        if (!(await isSignedIn(browser))) await browser.get(link)
        await comeIn(setup, browser, user.email, passkey)
      },
    }
  },
}

const signingIn: Flow = {
  ...passkeyFlow,
  name: 'signing in with a passkey',
  prepare: async (setup) => {
    const { user, passkey } = await makeMember(setup)
    const browser = setup.open()
    const data = passkey.assert(await optionsOf(browser, { action: 'authenticate' }))
    return {
      browser,
      user,
      act: () => send(browser, { action: 'authenticate', data }),
      repeat: async () => {
        if (!(await isSignedIn(browser))) await enter(browser, passkey)
      },
      check: async (fault) => {
        const counter = (await rowOf(setup, passkey))?.counter
        // An old write that is done after a newer one cannot be told from a new one without a transaction.
        const isKept = counter === passkey.counter || fault === 'completes very late'
        return isKept ? [] : [`the counter is ${counter} where the passkey says ${passkey.counter}`]
      },
    }
  },
}

const adding: Flow = {
  ...passkeyFlow,
  name: 'adding a passkey',
  prepare: async (setup) => {
    const { user, passkey, browser } = await makeMember(setup)
    const second = new Passkey()
    const fields = await register(browser, second)
    let added = second
    return {
      browser,
      user,
      act: () => send(browser, fields),
      repeat: async (failed) => {
        if (!(await isSignedIn(browser))) await enter(browser, passkey)
        if (!failed) return
        added = new Passkey()
        await send(browser, await register(browser, added))
      },
      check: async () => ((await opens(setup, added)) ? [] : ['the passkey does not sign in']),
    }
  },
}

/** What people do with passkeys at the door. */
export const passkeyFlows: readonly Flow[] = [signingUp, confirming, signingIn, adding]
