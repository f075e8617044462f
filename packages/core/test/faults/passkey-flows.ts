import type { Browser } from '@gatehouse/testing'
import type { Flow, World } from '@gatehouse/testing/fault-matrix'
import { Passkey as passkeyProvider } from '../../src/providers/passkey.ts'
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

const isIn = async (browser: Browser): Promise<boolean> => (await browser.get('/auth/session')).json() !== null

const newPerson = () => {
  const id = crypto.randomUUID()
  return { id, name: 'Ada', email: `${id}@example.org`, email_verified: false }
}

const makeMember = async (world: World) => {
  const person = newPerson()
  const passkey = new Passkey()
  const browser = world.open()
  await send(browser, await register(browser, passkey, person.email))
  await browser.get(world.links.at(-1) ?? '')
  return { person, passkey, browser }
}

/** The passkey, a new one, and at last a link: whoever has the mailbox has always been able to come in. */
const comeIn = async (world: World, browser: Browser, email: string, passkey: Passkey): Promise<void> => {
  if (!(await isIn(browser))) await enter(browser, passkey)
  if (!(await isIn(browser))) await send(browser, await register(browser, new Passkey(), email))
  if (!(await isIn(browser))) await browser.get(await world.askForLink(browser, email))
}

const signingUp: Flow = {
  name: 'signing up with a passkey',
  strategy: 'database',
  answers: 'redirect',
  prepare: async (world) => {
    const person = newPerson()
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
  name: 'using the link that a sign-up with a passkey sends',
  strategy: 'database',
  answers: 'redirect',
  prepare: async (world) => {
    const person = newPerson()
    const passkey = new Passkey()
    const browser = world.open()
    await send(browser, await register(browser, passkey, person.email))
    const link = world.links.at(-1) ?? ''
    return {
      browser,
      person,
      act: () => browser.get(link),
      repeat: async () => {
        if (!(await isIn(browser))) await browser.get(link)
        await comeIn(world, browser, person.email, passkey)
      },
    }
  },
}

const signingIn: Flow = {
  name: 'signing in with a passkey',
  strategy: 'database',
  answers: 'redirect',
  prepare: async (world) => {
    const { person, passkey } = await makeMember(world)
    const browser = world.open()
    const data = passkey.assert(await optionsOf(browser, { action: 'authenticate' }))
    return {
      browser,
      person,
      act: () => send(browser, { action: 'authenticate', data }),
      repeat: async () => {
        if (!(await isIn(browser))) await enter(browser, passkey)
      },
    }
  },
}

const adding: Flow = {
  name: 'adding a passkey',
  strategy: 'database',
  answers: 'redirect',
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
        if (!(await isIn(browser))) await enter(browser, passkey)
        if (!failed) return
        added = new Passkey()
        await send(browser, await register(browser, added))
      },
      check: async () => {
        const other = world.open()
        await enter(other, added)
        return (await isIn(other)) ? [] : ['the passkey does not open']
      },
    }
  },
}

/** What is done with passkeys. */
export const passkeyFlows: readonly Flow[] = [signingUp, confirming, signingIn, adding]

/** What they need of the config. */
export const passkeyConfig = { providers: [passkeyProvider({})], experimental: { enableWebAuthn: true } }
