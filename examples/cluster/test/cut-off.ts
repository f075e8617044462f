import { linksOf } from '@authwright/testing/mailbox'
import { expect, test } from 'vitest'
import type { ServerProcess } from '../src/processes.ts'
import { openDirectly } from './direct.ts'
import { holdTable } from './hold.ts'
import { peopleAt, type Stage } from './stage.ts'

type Signal = Parameters<ServerProcess['end']>[0]

const ADA = 'ada@example.org'
const ends: readonly (readonly [string, Signal, number | null])[] = [
  ['is killed', 'SIGKILL', null],
  ['is told to stop and has no time left', 'SIGTERM', 1],
]

/** The place of the process that has begun to answer. */
const findBusy = async ({ cluster }: Stage): Promise<number> => {
  const directs = cluster.servers.map(({ origin }) => openDirectly(origin))
  const find = async () => (await Promise.all(directs.map(({ underWay }) => underWay()))).indexOf(1)
  await expect.poll(find, { timeout: 20_000 }).not.toBe(-1)
  return find()
}

/** Ends the process that has begun to answer, and answers how it went. */
const endBusy = async (stage: Stage, signal: Signal): Promise<{ place: number; code: number | null | undefined }> => {
  const place = await findBusy(stage)
  return { place, code: await stage.cluster.servers[place]?.end(signal) }
}

/** What holds for somebody whose answer never comes, because its process ended while it was made. */
export const cutOff = (stageNow: () => Stage): void => {
  test.each(ends)('say so to somebody whose process %s in the middle, who comes again and is in', async (...end) => {
    const [, signal, expected] = end
    const stage = stageNow()
    const people = peopleAt(stage.cluster.origin)
    const browser = people.open()
    await people.leave(browser)
    const held = await holdTable(stage.usersUrl, 'accounts')
    const answer = browser.submit({}, { press: 'Ada', redirect: 'follow' })
    await held.isReachedBy(1)
    const { place, code } = await endBusy(stage, signal)
    const { status, text, url } = await answer
    await held.release()
    expect([code, status, text]).toEqual([expected, 502, 'Please try again.'])
    const again = await browser.get(url, { redirect: 'follow' })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('Start again')])
    await people.signIn(browser)
    expect(await people.whoIs(browser)).toBe(ADA)
    await stage.cluster.restart(place)
  })

  const openingMail = async () => {
    const { cluster } = stageNow()
    const people = peopleAt(cluster.origin)
    const browser = people.open()
    const email = `${crypto.randomUUID()}@example.org`
    const ask = async (): Promise<string> => {
      await people.askForMail(browser, email)
      const [link = ''] = linksOf(await cluster.mailbox.next(email))
      return link
    }
    const whoIs = () => people.whoIs(browser)
    return { email, ask, whoIs, open: (link: string) => browser.get(link, { redirect: 'follow' }) }
  }

  test('keep the link of a mail good when the process that was to use it up is killed before that', async () => {
    const stage = stageNow()
    const { email, ask, open, whoIs } = await openingMail()
    const link = await ask()
    const held = await stage.holdTokens()
    const answer = open(link)
    const { place } = await endBusy(stage, 'SIGKILL')
    const { status } = await answer
    await held.release()
    expect(status).toBe(502)
    await open(link)
    expect(await whoIs()).toBe(email)
    await stage.cluster.restart(place)
  })

  test('send another mail to somebody whose link was used up by a process that was killed after that', async () => {
    const stage = stageNow()
    const { email, ask, open, whoIs } = await openingMail()
    const link = await ask()
    const held = await holdTable(stage.usersUrl, 'users')
    const answer = open(link)
    await held.isReachedBy(1)
    const { place } = await endBusy(stage, 'SIGKILL')
    const { status } = await answer
    await held.release()
    expect(status).toBe(502)
    const again = await open(link)
    expect([again.status, again.text]).toEqual([403, expect.stringContaining('Ask again')])
    await open(await ask())
    expect(await whoIs()).toBe(email)
    await stage.cluster.restart(place)
  })
}
