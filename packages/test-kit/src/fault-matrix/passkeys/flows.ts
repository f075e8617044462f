import type { Browser } from '@authwright/testing'
import { type Flow, isSignedIn, newProviderUser, type FaultSetup } from '@authwright/test-kit/fault-matrix'
import { Passkey } from '../../webauthn/authenticator.ts'
import { chooseOnPage, openLinkToPasskey } from '../../webauthn/keep-passkey.ts'
import {
  signInWithPasskey,
  signUpWithPasskey,
  canSignIn,
  optionsOf,
  passkeyFlow,
  register,
  findRow,
  send,
} from './steps.ts'

/** Signs in with the passkey, else with a new one, else with a link. The owner of the mailbox can always sign in. */
const signInByAnyMethod = async (
  setup: FaultSetup,
  browser: Browser,
  email: string,
  passkey: Passkey,
): Promise<void> => {
  if (!(await isSignedIn(browser))) await signInWithPasskey(browser, passkey)
  if (!(await isSignedIn(browser))) await send(browser, await register(browser, new Passkey(), email))
  if (!(await isSignedIn(browser))) await browser.get(await setup.requestLink(browser, email))
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
      repeat: () => signInByAnyMethod(setup, browser, user.email, passkey),
    }
  },
}

/** With an e-mail provider, a sign-up with a passkey is complete when the user opens the link in the e-mail. */
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
        await signInByAnyMethod(setup, browser, user.email, passkey)
      },
    }
  },
}

/** The link has signed the user in. The page asks whether to keep the passkey, which waits in a cookie. */
const keeping: Flow = {
  ...passkeyFlow,
  name: 'keeping the passkey of a sign-up',
  prepare: async (setup) => {
    const user = newProviderUser({ email_verified: false })
    const passkey = new Passkey()
    const browser = setup.open()
    await send(browser, await register(browser, passkey, user.email))
    const page = await openLinkToPasskey(browser, setup.links.at(-1) ?? '')
    const keep = () => chooseOnPage(browser, page, 'keep')
    return {
      browser,
      user,
      act: keep,
      repeat: async (failed) => {
        if (failed) await keep()
      },
      check: async () => ((await canSignIn(setup, passkey)) ? [] : ['the passkey does not sign in']),
    }
  },
}

const signingIn: Flow = {
  ...passkeyFlow,
  name: 'signing in with a passkey',
  prepare: async (setup) => {
    const { user, passkey } = await signUpWithPasskey(setup)
    const browser = setup.open()
    const data = passkey.assert(await optionsOf(browser, { action: 'authenticate' }))
    return {
      browser,
      user,
      act: () => send(browser, { action: 'authenticate', data }),
      repeat: async () => {
        if (!(await isSignedIn(browser))) await signInWithPasskey(browser, passkey)
      },
      check: async (fault) => {
        const counter = (await findRow(setup, passkey))?.counter
        // Without a transaction, a late old write cannot be distinguished from a new one.
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
    const { user, passkey, browser } = await signUpWithPasskey(setup)
    const second = new Passkey()
    const fields = await register(browser, second)
    let added = second
    return {
      browser,
      user,
      act: () => send(browser, fields),
      repeat: async (failed) => {
        if (!(await isSignedIn(browser))) await signInWithPasskey(browser, passkey)
        if (!failed) return
        added = new Passkey()
        await send(browser, await register(browser, added))
      },
      check: async () => ((await canSignIn(setup, added)) ? [] : ['the passkey does not sign in']),
    }
  },
}

/** Sign-up and sign-in with passkeys. */
export const passkeyFlows: readonly Flow[] = [signingUp, confirming, keeping, signingIn, adding]
