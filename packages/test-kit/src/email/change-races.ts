import { expect, test } from 'vitest'
import type { Adapter } from '@authwright/core'
import type { Visitor } from '../site.ts'
import { linkTo, makeChangeWorld, pressChange, signedIn, wish } from './change-setup.ts'
import type { ChangeWorld } from './change-setup.ts'

/** How often the races are run: the first one, on which an account hangs, and the others. */
export interface Rounds {
  readonly many: number
  readonly few: number
}

/** A site on an adapter, with people who are each new. */
const makePlace = (adapter: Adapter) => {
  const world: ChangeWorld = makeChangeWorld({}, { config: { adapter } })
  const emailOf = async (id: string): Promise<string | undefined> => (await adapter.getUser?.(id))?.email
  const person = async (name: string): Promise<{ readonly browser: Visitor; readonly id: string }> => {
    const browser = await signedIn(world, `${name}@example.org`)
    const user = await adapter.getUserByEmail?.(`${name}@example.org`)
    return { browser, id: user?.id ?? '' }
  }
  return { world, emailOf, person }
}

const rounds = async (count: number, work: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; round < count; round += 1) await work(round)
}

/** What holds when several things happen to one address at once, on any adapter that keeps addresses unique. */
export const changeRaces = (open: () => Adapter | Promise<Adapter>, { many, few }: Rounds): void => {
  test('of two addresses asked for at once, only the one whose mailbox answered is kept', async () => {
    const { world, emailOf, person } = makePlace(await open())
    await rounds(many, async (round) => {
      const { browser, id } = await person(`asks${round}`)
      const [own, victim, late] = [`own${round}@new.example`, `victim${round}@new.example`, `late${round}@new.example`]
      await Promise.all([wish(browser, own), wish(browser.copy(), victim)])
      await Promise.all([
        pressChange(world.browser(), linkTo(world, own)),
        wish(browser.copy(), late),
        pressChange(browser.copy(), linkTo(world, own)),
      ])
      expect(await emailOf(id)).toBe(own)
    })
  })

  test('of two addresses confirmed at once one is kept, and the other one is told no', async () => {
    const { world, emailOf, person } = makePlace(await open())
    await rounds(few, async (round) => {
      const { browser, id } = await person(`both${round}`)
      const both = [`first${round}@new.example`, `second${round}@new.example`]
      for (const email of both) await wish(browser, email)
      const answers = await Promise.all(both.map((email) => pressChange(world.browser(), linkTo(world, email))))
      const done = both.filter((_, i) => answers[i]?.status === 200)
      expect(done).toEqual([await emailOf(id)])
    })
  })

  test('one address that two people confirm at once is kept by one of them', async () => {
    const { world, emailOf, person } = makePlace(await open())
    await rounds(few, async (round) => {
      const people = [await person(`left${round}`), await person(`right${round}`)]
      const wanted = `wanted${round}@new.example`
      const links: string[] = []
      for (const { browser } of people) {
        await wish(browser, wanted)
        links.push(linkTo(world, wanted))
      }
      const answers = await Promise.all(links.map((link) => pressChange(world.browser(), link)))
      const owners = (await Promise.all(people.map(({ id }) => emailOf(id)))).filter((email) => email === wanted)
      expect(owners).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })
  })
}
