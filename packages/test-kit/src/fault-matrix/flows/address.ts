import type { Browser } from '@authwright/testing'
import type { Flow } from '../flow.ts'
import { signInAgain } from '../flow.ts'
import { newProviderUser, type ProviderUser } from '../provider-user.ts'
import type { FaultSetup } from '../setup.ts'

interface Wish {
  readonly person: ProviderUser
  readonly browser: Browser
  /** The same person under the address that they wish for. */
  readonly renamed: ProviderUser
  readonly ask: () => ReturnType<Browser['post']>
}

const makeWish = async (world: FaultSetup): Promise<Wish> => {
  const person = newProviderUser()
  const renamed = { ...person, email: newProviderUser().email }
  const browser = world.open()
  await world.signIn(browser, person)
  const ask = () => browser.post('/auth/account', { action: 'email-change', email: renamed.email })
  return { person, browser, renamed, ask }
}

/** Whether somebody has an address, by the row that is found for it. */
const isTaken = async ({ adapter }: FaultSetup, { email }: ProviderUser): Promise<boolean> =>
  (await adapter.getUserByEmail?.(email))?.email === email

const asking: Flow = {
  name: 'asking for another address',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const { person, browser, renamed, ask } = await makeWish(world)
    return {
      browser,
      user: person,
      act: ask,
      repeat: async (failed) => {
        await signInAgain(world, browser, person)
        if (failed) await ask()
      },
      check: async () => {
        await browser.get(world.links.at(-1) ?? '')
        return (await isTaken(world, renamed)) ? [] : ['the link does not bring the address']
      },
    }
  },
}

const proving: Flow = {
  name: 'proving another address',
  strategy: 'database',
  respondsWith: 'redirect',
  prepare: async (world) => {
    const { person, browser, renamed, ask } = await makeWish(world)
    await ask()
    const follow = () => browser.get(world.links.at(-1) ?? '')
    return {
      browser,
      user: renamed,
      act: follow,
      repeat: async () => {
        await signInAgain(world, browser, person)
        // The same link once more; a new one when that is used up.
        if (!(await isTaken(world, renamed))) await follow()
        if (await isTaken(world, renamed)) return
        await ask()
        await follow()
      },
      check: async () => ((await isTaken(world, person)) ? ['the former address is still somebody’s'] : []),
    }
  },
}

const typing: Flow = {
  name: 'proving another address by a code',
  strategy: 'database',
  needs: ['incrementCounter'],
  respondsWith: 'redirect',
  prepare: async (world) => {
    const { person, browser, renamed, ask } = await makeWish(world)
    await ask()
    const type = () => browser.post('/auth/account', { action: 'email-code', code: world.codes.at(-1) ?? '' })
    return {
      browser,
      user: renamed,
      act: type,
      repeat: async () => {
        await signInAgain(world, browser, person)
        // The same code once more; a new one when that is used up.
        if (!(await isTaken(world, renamed))) await type()
        if (await isTaken(world, renamed)) return
        await ask()
        await type()
      },
      check: async () => ((await isTaken(world, person)) ? ['the former address is still somebody’s'] : []),
    }
  },
}

export const addressFlows: readonly Flow[] = [asking, proving, typing]
