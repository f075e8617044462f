import type { Browser } from '@authwright/testing'
import { type Flow, signInAgain } from '../flow.ts'
import { newProviderUser, type ProviderUser } from '../provider-user.ts'
import type { FaultSetup } from '../fault-setup.ts'

interface PendingChange {
  readonly user: ProviderUser
  readonly browser: Browser
  /** The same user with the requested address. */
  readonly renamed: ProviderUser
  readonly request: () => ReturnType<Browser['post']>
}

/** Longer than an adapter that cannot read tokens makes a user wait after a verification, in milliseconds. */
const WINDOW = 73 * 3_600_000

const prepareChange = async (setup: FaultSetup): Promise<PendingChange> => {
  const user = newProviderUser()
  const renamed = { ...user, email: newProviderUser().email }
  const browser = setup.open()
  await setup.signIn(browser, user)
  setup.time.forward(WINDOW)
  await setup.signIn(browser, user)
  const request = () => browser.post('/auth/account', { action: 'email-change', email: renamed.email })
  return { user, browser, renamed, request }
}

/** Whether a user has the address, by the row that the adapter finds. */
const isTaken = async ({ adapter }: FaultSetup, { email }: ProviderUser): Promise<boolean> =>
  (await adapter.getUserByEmail?.(email))?.email === email

const requesting: Flow = {
  name: 'requesting an e-mail change',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const { user, browser, renamed, request } = await prepareChange(setup)
    return {
      browser,
      user,
      act: request,
      repeat: async (failed) => {
        await signInAgain(setup, browser, user)
        if (failed) await request()
      },
      check: async () => {
        await browser.get(setup.links.at(-1) ?? '')
        return (await isTaken(setup, renamed)) ? [] : ['the link does not change the address']
      },
    }
  },
}

const confirming: Flow = {
  name: 'confirming an e-mail change',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const { user, browser, renamed, request } = await prepareChange(setup)
    await request()
    const follow = () => browser.get(setup.links.at(-1) ?? '')
    return {
      browser,
      user: renamed,
      act: follow,
      repeat: async () => {
        await signInAgain(setup, browser, user)
        // The same link again, or a new one when it was used.
        if (!(await isTaken(setup, renamed))) await follow()
        if (await isTaken(setup, renamed)) return
        await request()
        await follow()
      },
      check: async () => ((await isTaken(setup, user)) ? ['the former address still belongs to a user'] : []),
    }
  },
}

const confirmingByCode: Flow = {
  name: 'confirming an e-mail change by a code',
  strategy: 'database',
  needs: ['incrementCounter'],
  respondsWith: 'redirect',
  prepare: async (setup) => {
    const { user, browser, renamed, request } = await prepareChange(setup)
    await request()
    const type = () => browser.post('/auth/account', { action: 'email-code', code: setup.codes.at(-1) ?? '' })
    return {
      browser,
      user: renamed,
      act: type,
      repeat: async () => {
        await signInAgain(setup, browser, user)
        // The same code again, or a new one when it was used.
        if (!(await isTaken(setup, renamed))) await type()
        if (await isTaken(setup, renamed)) return
        await request()
        await type()
      },
      check: async () => ((await isTaken(setup, user)) ? ['the former address still belongs to a user'] : []),
    }
  },
}

const undoing: Flow = {
  name: 'undoing an e-mail change',
  strategy: 'database',
  respondsWith: 'page',
  prepare: async (setup) => {
    const { user, browser, request } = await prepareChange(setup)
    await request()
    await browser.get(setup.links.at(-1) ?? '')
    const link = new URL(setup.undoLinks.at(-1) ?? '')
    const press = () => browser.post(link.pathname, Object.fromEntries(link.searchParams))
    return {
      browser,
      user,
      act: press,
      repeat: async () => {
        if (!(await isTaken(setup, user))) await press()
        await signInAgain(setup, browser, user)
      },
      check: async () => ((await isTaken(setup, user)) ? [] : ['the link does not restore the address']),
    }
  },
}

export const addressFlows: readonly Flow[] = [requesting, confirming, confirmingByCode, undoing]
