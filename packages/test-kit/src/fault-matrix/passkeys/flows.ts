import type { Browser } from '@authwright/testing'
import { type Flow, isSignedIn, newProviderUser, type FaultSetup } from '@authwright/test-kit/fault-matrix'
import { Passkey } from '../../webauthn/authenticator.ts'
import { enter, makeMember, opens, optionsOf, passkeyFlow, register, rowOf, send } from './steps.ts'

/** The passkey, a new one, and at last a link: whoever has the mailbox has always been able to come in. */
const comeIn = async (world: FaultSetup, browser: Browser, email: string, passkey: Passkey): Promise<void> => {
  if (!(await isSignedIn(browser))) await enter(browser, passkey)
  if (!(await isSignedIn(browser))) await send(browser, await register(browser, new Passkey(), email))
  if (!(await isSignedIn(browser))) await browser.get(await world.askForLink(browser, email))
}

const signingUp: Flow = {
  ...passkeyFlow,
  name: 'signing up with a passkey',
  prepare: async (world) => {
    const person = newProviderUser({ email_verified: false })
    const passkey = new Passkey()
    const browser = world.open()
    const fields = await register(browser, passkey, person.email)
    return {
      browser,
      user: person,
      act: () => send(browser, fields),
      repeat: () => comeIn(world, browser, person.email, passkey),
    }
  },
}

/** Where mails are sent, a passkey opens a new address when somebody has used the link that was sent there. */
const confirming: Flow = {
  ...passkeyFlow,
  name: 'using the link that a sign-up with a passkey sends',
  prepare: async (world) => {
    const person = newProviderUser({ email_verified: false })
    const passkey = new Passkey()
    const browser = world.open()
    await send(browser, await register(browser, passkey, person.email))
    const link = world.links.at(-1) ?? ''
    return {
      browser,
      user: person,
      act: () => browser.get(link),
      repeat: async () => {
        if (!(await isSignedIn(browser))) await browser.get(link)
        await comeIn(world, browser, person.email, passkey)
      },
    }
  },
}

const signingIn: Flow = {
  ...passkeyFlow,
  name: 'signing in with a passkey',
  prepare: async (world) => {
    const { person, passkey } = await makeMember(world)
    const browser = world.open()
    const data = passkey.assert(await optionsOf(browser, { action: 'authenticate' }))
    return {
      browser,
      user: person,
      act: () => send(browser, { action: 'authenticate', data }),
      repeat: async () => {
        if (!(await isSignedIn(browser))) await enter(browser, passkey)
      },
      check: async (fault) => {
        const counter = (await rowOf(world, passkey))?.counter
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
  prepare: async (world) => {
    const { person, passkey, browser } = await makeMember(world)
    const second = new Passkey()
    const fields = await register(browser, second)
    let added = second
    return {
      browser,
      user: person,
      act: () => send(browser, fields),
      repeat: async (failed) => {
        if (!(await isSignedIn(browser))) await enter(browser, passkey)
        if (!failed) return
        added = new Passkey()
        await send(browser, await register(browser, added))
      },
      check: async () => ((await opens(world, added)) ? [] : ['the passkey does not open']),
    }
  },
}

/** What people do with passkeys at the door. */
export const passkeyFlows: readonly Flow[] = [signingUp, confirming, signingIn, adding]
