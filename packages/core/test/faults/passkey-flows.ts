import type { Browser } from '@gatehouse/testing'
import { type Flow, isSignedIn, newPerson, type Person, type World } from '@gatehouse/testing/fault-matrix'
import { Passkey } from '../webauthn/authenticator.ts'
import type { Options } from '../webauthn/authenticator.ts'

const optionsOf = async (browser: Browser, query: Record<string, string>): Promise<Options> => {
  const page = await browser.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query)}`)
  return (page.json() as { options: Options }).options
}

const register = async (browser: Browser, passkey: Passkey, email?: string): Promise<Record<string, string>> => {
  const options = await optionsOf(browser, { action: 'register', ...(email === undefined ? {} : { email }) })
  return { action: 'register', data: passkey.register(options) }
}

const send = (browser: Browser, fields: Record<string, string>) => browser.post('/auth/callback/passkey', fields)

const enter = async (browser: Browser, passkey: Passkey): Promise<void> => {
  const options = await optionsOf(browser, { action: 'authenticate' })
  await send(browser, { action: 'authenticate', data: passkey.assert(options) })
}

const opens = async (world: World, passkey: Passkey): Promise<boolean> => {
  const other = world.open()
  await enter(other, passkey)
  return isSignedIn(other)
}

const rowOf = ({ adapter }: World, { id }: Passkey) => adapter.getAuthenticator?.(id.toString('base64'))

interface Member {
  readonly person: Person
  readonly passkey: Passkey
  readonly browser: Browser
}

const makeMember = async (world: World): Promise<Member> => {
  const person = newPerson({ email_verified: false })
  const passkey = new Passkey()
  const browser = world.open()
  await send(browser, await register(browser, passkey, person.email))
  await browser.get(world.links.at(-1) ?? '')
  return { person, passkey, browser }
}

/** The passkey, a new one, and at last a link: whoever has the mailbox has always been able to come in. */
const comeIn = async (world: World, browser: Browser, email: string, passkey: Passkey): Promise<void> => {
  if (!(await isSignedIn(browser))) await enter(browser, passkey)
  if (!(await isSignedIn(browser))) await send(browser, await register(browser, new Passkey(), email))
  if (!(await isSignedIn(browser))) await browser.get(await world.askForLink(browser, email))
}

const needs = ['createAuthenticator', 'getAuthenticator', 'updateAuthenticatorCounter'] as const
const passkeyFlow = { strategy: 'database', answers: 'redirect', needs } as const

const signingUp: Flow = {
  ...passkeyFlow,
  name: 'signing up with a passkey',
  prepare: async (world) => {
    const person = newPerson({ email_verified: false })
    const passkey = new Passkey()
    const browser = world.open()
    const fields = await register(browser, passkey, person.email)
    return {
      browser,
      person,
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
    const person = newPerson({ email_verified: false })
    const passkey = new Passkey()
    const browser = world.open()
    await send(browser, await register(browser, passkey, person.email))
    const link = world.links.at(-1) ?? ''
    return {
      browser,
      person,
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
      person,
      act: () => send(browser, { action: 'authenticate', data }),
      repeat: async () => {
        if (!(await isSignedIn(browser))) await enter(browser, passkey)
      },
      check: async (fault) => {
        const counter = (await rowOf(world, passkey))?.counter
        // An old write that is done after a newer one cannot be told from a new one without a transaction.
        const isKept = counter === passkey.counter || fault === 'is done very late'
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
      person,
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

const deleting: Flow = {
  ...passkeyFlow,
  name: 'deleting a passkey',
  needs: [...needs, 'listAuthenticatorsByUserId', 'listAccounts', 'unlinkAccount', 'deleteAuthenticator'],
  prepare: async (world) => {
    const { person, passkey, browser } = await makeMember(world)
    const lost = new Passkey()
    await send(browser, await register(browser, lost))
    const fields = { action: 'passkey-delete', credentialId: lost.id.toString('base64url') }
    const remove = () => browser.post('/auth/account', fields)
    return {
      browser,
      person,
      act: remove,
      repeat: async (failed) => {
        if (!(await isSignedIn(browser))) await enter(browser, passkey)
        if (failed) await remove()
      },
      check: async () => {
        const complaints = (await opens(world, lost)) ? ['the passkey that was deleted still opens'] : []
        return (await opens(world, passkey)) ? complaints : [...complaints, 'the passkey that was kept does not open']
      },
    }
  },
}

/** What people do with passkeys at the door. */
export const passkeyFlows: readonly Flow[] = [signingUp, confirming, signingIn, adding]

/** What they do with them on the account page. */
export const passkeyRemovals: readonly Flow[] = [deleting]
