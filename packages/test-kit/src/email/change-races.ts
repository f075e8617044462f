import { expect, test } from 'vitest'
import type { Adapter } from '@authwright/core'
import type { TestBrowser } from '../auth-setup.ts'
import {
  linkTo,
  mailsTo,
  setUpChange,
  confirmChange,
  signInByMail,
  requestChange,
  undoChange,
  undoLinkTo,
  type ChangeSetup,
} from './change-setup.ts'

/** How often the races run: `many` for the first one, which protects an account, `few` for the others. */
export interface Rounds {
  readonly many: number
  readonly few: number
}

const isChanged = (response: Response | undefined): boolean =>
  response?.headers.get('location')?.endsWith('?done=email-changed') === true

/** Set up an application with the adapter, and a function that signs up a new user. */
const setUpRaces = (adapter: Adapter) => {
  const setup: ChangeSetup = setUpChange({}, { config: { adapter } })
  const emailOf = async (id: string): Promise<string | undefined> => (await adapter.getUser?.(id))?.email
  const addUser = async (name: string): Promise<{ readonly browser: TestBrowser; readonly id: string }> => {
    const browser = await signInByMail(setup, `${name}@example.org`)
    const user = await adapter.getUserByEmail?.(`${name}@example.org`)
    return { browser, id: user?.id ?? '' }
  }
  return { setup, emailOf, addUser }
}

const rounds = async (count: number, work: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; round < count; round += 1) await work(round)
}

/** Tests for concurrent changes of one address, for any adapter with unique addresses. */
export const changeRaces = (open: () => Adapter | Promise<Adapter>, { many, few }: Rounds): void => {
  test('stores only the verified one of two concurrently requested addresses', async () => {
    const { setup, emailOf, addUser } = setUpRaces(await open())
    await rounds(many, async (round) => {
      const { browser, id } = await addUser(`user${round}`)
      const [own, victim, late] = [`own${round}@new.example`, `victim${round}@new.example`, `late${round}@new.example`]
      await Promise.all([requestChange(browser, own), requestChange(browser.copy(), victim)])
      await Promise.all([
        confirmChange(browser.copy(), linkTo(setup, own)),
        requestChange(browser.copy(), late),
        confirmChange(browser.copy(), linkTo(setup, own)),
      ])
      expect(await emailOf(id)).toBe(own)
    })
  })

  test('stores one of two concurrently confirmed addresses, and refuses the other', async () => {
    const { setup, emailOf, addUser } = setUpRaces(await open())
    await rounds(few, async (round) => {
      const { browser, id } = await addUser(`both${round}`)
      const both = [`first${round}@new.example`, `second${round}@new.example`]
      for (const email of both) await requestChange(browser, email)
      const responses = await Promise.all(both.map((email) => confirmChange(browser.copy(), linkTo(setup, email))))
      const done = both.filter((_, i) => isChanged(responses[i]))
      expect(done).toEqual([await emailOf(id)])
    })
  })

  test('stores an address for one of two users who confirm it concurrently', async () => {
    const { setup, emailOf, addUser } = setUpRaces(await open())
    await rounds(few, async (round) => {
      const users = [await addUser(`left${round}`), await addUser(`right${round}`)]
      const wanted = `wanted${round}@new.example`
      const links: { readonly browser: TestBrowser; readonly link: string }[] = []
      for (const { browser } of users) {
        await requestChange(browser, wanted)
        links.push({ browser, link: linkTo(setup, wanted) })
      }
      const responses = await Promise.all(links.map(({ browser, link }) => confirmChange(browser, link)))
      const owners = (await Promise.all(users.map(({ id }) => emailOf(id)))).filter((email) => email === wanted)
      expect(owners).toHaveLength(1)
      expect(responses.filter(isChanged)).toHaveLength(1)
    })
  })

  test('gives the previous address a link that works, whatever is confirmed and undone at the same moment', async () => {
    const { setup, emailOf, addUser } = setUpRaces(await open())
    await rounds(few, async (round) => {
      const { browser, id } = await addUser(`owner${round}`)
      const owner = `owner${round}@example.org`
      const all = [1, 2, 3].map((i) => `thief${round}.${i}@new.example`) as [string, string, string]
      for (const email of all) await requestChange(browser, email)
      // The attacker confirms all at the same moment, while the user undoes the first.
      const [first, second, third] = all
      await confirmChange(browser, linkTo(setup, first))
      await Promise.all([
        confirmChange(browser.copy(), linkTo(setup, second)),
        undoChange(setup.browser(), undoLinkTo(setup, owner)),
        confirmChange(browser.copy(), linkTo(setup, third)),
      ])
      for (const { url } of mailsTo(setup, owner)) await undoChange(setup.browser(), url)
      expect(await emailOf(id)).toBe(owner)
      for (const email of all)
        for (const { url } of mailsTo(setup, email))
          if (url.includes('/undo-email?')) await undoChange(setup.browser(), url)
      expect(await emailOf(id)).toBe(owner)
    })
  })
}
