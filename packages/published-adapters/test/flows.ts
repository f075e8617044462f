import assert from 'node:assert/strict'
import { sessionOf, signIn, signOut, type Setup } from './setup.ts'

/** A flow of a user. Throws if the application behaves otherwise. */
export interface Flow {
  readonly name: string
  readonly run: (setup: Setup) => Promise<void>
}

const ADA = 'ada@example.org'
const GRACE = 'grace@example.org'
const EDITH = 'edith@example.org'

const userOf = async ({ adapter }: Setup, email: string) => {
  const user = await adapter.getUserByEmail?.(email)
  assert.ok(user, `there is no user ${email}`)
  return user
}

/** Opens a link from an e-mail, and presses the button of the page if there is one. */
const followLink = async (setup: Setup, browser: ReturnType<Setup['open']>, link: string) => {
  const page = await browser.get(link, { redirect: 'follow' })
  if (page.forms.length > 0 && page.status === 200) await browser.submit({}, { redirect: 'follow' })
}

const requestLink = async (setup: Setup, browser: ReturnType<Setup['open']>, email: string): Promise<string> => {
  await browser.post('/auth/signin/email', { email }, { from: 'http://localhost:5173/' })
  const link = setup.links.at(-1)
  assert.ok(link, 'no e-mail was sent')
  return link
}

/** The flows in their order: each continues with the rows of the ones before. */
export const flows: readonly Flow[] = [
  {
    name: 'first sign-in',
    run: async (setup) => {
      const browser = setup.open()
      await signIn(browser, 'Local', 'Ada')
      assert.equal((await sessionOf(browser))?.user.email, ADA)
      await userOf(setup, ADA)
    },
  },
  {
    name: 'sign-in again',
    run: async (setup) => {
      const { id } = await userOf(setup, ADA)
      const browser = setup.open()
      await signIn(browser, 'Local', 'Ada')
      assert.equal((await sessionOf(browser))?.user.email, ADA)
      assert.equal((await userOf(setup, ADA)).id, id)
    },
  },
  {
    name: 'session renewed',
    run: async (setup) => {
      const browser = setup.open()
      await signIn(browser, 'Local', 'Ada')
      const before = await sessionOf(browser)
      setup.clock.forward(60)
      await sessionOf(browser)
      setup.clock.forward(1)
      const after = await sessionOf(browser)
      assert.ok(before && after && Date.parse(after.expires) - Date.parse(before.expires) >= 60_000)
      const token = browser.jar.list().find(({ name }) => name.endsWith('session-token'))?.value ?? ''
      const stored = await setup.adapter.getSessionAndUser?.(token)
      // Some tables store whole seconds.
      assert.ok(
        stored && stored.session.expires.getTime() - Date.parse(before.expires) >= 59_000,
        'the expiry time is stored',
      )
    },
  },
  {
    name: 'sign-out',
    run: async (setup) => {
      const [here, there] = [setup.open(), setup.open()]
      for (const browser of [here, there]) await signIn(browser, 'Local', 'Ada')
      await signOut(here)
      assert.equal(await sessionOf(here), null)
      assert.equal((await sessionOf(there))?.user.email, ADA)
    },
  },
  {
    name: 'linking',
    run: async (setup) => {
      const browser = setup.open()
      await signIn(browser, 'Local', 'Ada')
      await signIn(browser, 'Other', 'Grace')
      // A page asks which account to use. Until then nothing is stored.
      assert.equal((await sessionOf(browser))?.user.email, ADA)
      assert.equal((await setup.adapter.getUserByEmail?.(GRACE)) ?? null, null)
      await browser.get('http://localhost:5173/auth/choose-account')
      await browser.submit({}, { press: `Connect Other to ${ADA}`, redirect: 'follow' })
      const again = setup.open()
      await signIn(again, 'Other', 'Grace')
      assert.equal((await sessionOf(again))?.user.email, ADA)
    },
  },
  {
    name: 'sign-in as another user while signed in',
    run: async (setup) => {
      const browser = setup.open()
      await signIn(browser, 'Local', 'Ada')
      await signIn(browser, 'Local', 'Grace')
      assert.equal((await sessionOf(browser))?.user.email, ADA)
      await browser.get('http://localhost:5173/auth/choose-account')
      await browser.submit({}, { press: `Sign in as ${GRACE}`, redirect: 'follow' })
      assert.equal((await sessionOf(browser))?.user.email, GRACE)
    },
  },
  {
    name: 'magic link',
    run: async (setup) => {
      const [browser, late] = [setup.open(), setup.open()]
      const email = 'hedy@example.org'
      const link = await requestLink(setup, browser, email)
      await followLink(setup, browser, link)
      assert.equal((await sessionOf(browser))?.user.email, email)
      assert.ok((await userOf(setup, email)).emailVerified instanceof Date)
      await followLink(setup, late, link)
      assert.equal(await sessionOf(late), null)
    },
  },
  {
    name: 'an address that a provider may not have verified claims nothing',
    run: async (setup) => {
      const [attacker, owner, again] = [setup.open(), setup.open(), setup.open()]
      await signIn(attacker, 'Lax', 'Edith')
      // An adapter that can remove accounts stores the address. Elsewhere, if the column is NOT NULL, this sign-in fails.
      const stored = (await setup.adapter.getUserByEmail?.(EDITH)) ?? null
      assert.equal(stored !== null, setup.adapter.listAccounts !== undefined)
      assert.equal((await sessionOf(attacker))?.user.email === EDITH, stored !== null)
      await followLink(setup, owner, await requestLink(setup, owner, EDITH))
      assert.equal((await sessionOf(owner))?.user.email, EDITH)
      const { id } = await userOf(setup, EDITH)
      await signIn(again, 'Lax', 'Edith')
      for (const browser of [attacker, again]) assert.notEqual((await sessionOf(browser))?.user.email, EDITH)
      const linked = await setup.adapter.getUserByAccount?.({ provider: 'lax', providerAccountId: 'edith' })
      assert.notEqual(linked?.id, id)
    },
  },
  {
    name: 'change of the e-mail address, and undoing it',
    run: async (setup) => {
      const [browser, stranger] = [setup.open(), setup.open()]
      const [old, mistyped, next] = ['mary@example.org', 'mary@typo.example', 'mary@new.example']
      await followLink(setup, browser, await requestLink(setup, browser, old))
      // These adapters cannot tell an address that was verified from one that was changed and can be undone.
      setup.clock.forward(73 * 3600)
      await followLink(setup, browser, await requestLink(setup, browser, old))
      const { id } = await userOf(setup, old)
      const addressOf = async () => (await setup.adapter.getUser?.(id))?.email
      const request = async (email: string) => {
        await browser.post('/auth/account', { action: 'email-change', email }, { from: 'http://localhost:5173/' })
        return setup.links.at(-1) ?? ''
      }
      const unused = await request(mistyped)
      await followLink(setup, stranger, unused)
      await stranger.post('/auth/change-email', Object.fromEntries(new URL(unused).searchParams))
      assert.equal(await addressOf(), old, 'a stranger cannot finish')
      setup.clock.forward(60)
      await browser.get(await request(next))
      assert.equal(await addressOf(), next)
      assert.equal((await sessionOf(browser))?.user.email, next)
      setup.clock.forward(60)
      await followLink(setup, stranger, setup.links.findLast((link) => link.includes('/undo-email?')) ?? '')
      assert.equal(await addressOf(), old, 'the previous address is back')
      setup.clock.forward(60)
      await followLink(setup, browser, await requestLink(setup, browser, old))
      await followLink(setup, browser, unused)
      assert.equal(await addressOf(), old, 'a request from before is void')
    },
  },
]
