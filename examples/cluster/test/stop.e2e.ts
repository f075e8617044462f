import { openBrowser } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDirectly } from './direct.ts'
import { holdTable } from './hold.ts'
import { peopleAt, type Stage, stages } from './stage.ts'

const MANY = 50
/** Connections of one process. */
const CONNECTIONS = 10
const ADA = 'ada@example.org'

const many = <Value>(work: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: MANY }, () => work()))

describe.each(stages)(
  'when one of three processes that share %s is told to stop',
  (_what, _databases, start, whyNot) => {
    let stage: Stage
    const reason = whyNot()
    beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
    beforeAll(async () => {
      if (reason === null) stage = await start()
    })
    afterAll(async () => {
      if (reason !== null) return
      await stage.cluster.close()
      await stage.close()
    })

    // It is stopped when the fifty have had so many answers.
    test.each([1, 75])('fifty people who are signing in notice nothing (%s answers on)', async (moment) => {
      const { cluster } = stage
      const people = peopleAt(cluster.origin)
      let answers = 0
      let stopped: Promise<number | null> | undefined
      const answered = (): void => {
        answers += 1
        if (answers === moment) stopped = cluster.servers[0]?.end('SIGTERM')
      }
      const came = await many(async () => {
        const browser = people.open()
        await people.leave(browser)
        answered()
        await browser.submit({}, { press: 'Ada', redirect: 'follow' })
        answered()
        const who = await people.whoIs(browser)
        answered()
        return who
      })
      expect(came).toEqual(Array.from({ length: MANY }, () => ADA))
      expect(await stopped).toBe(0)
      await cluster.restart(0)
    })

    /** Fifty people on their way back to the first process, which has begun with all of them and waits for the database. */
    const inTheMiddle = async () => {
      const { cluster, usersUrl } = stage
      const direct = openDirectly(cluster.servers[0]?.origin ?? '')
      const handler = (request: Request): Promise<Response> =>
        request.url.includes('/auth/callback/') ? direct.fetch(request) : fetch(request)
      const people = peopleAt(cluster.origin)
      const held = await holdTable(usersUrl, 'accounts')
      const pages = many(async () => {
        const browser = openBrowser({ origin: cluster.origin, handler })
        await people.leave(browser)
        return browser.submit({}, { press: 'Ada', redirect: 'follow' })
      })
      await expect.poll(direct.underWay, { timeout: 20_000 }).toBe(MANY)
      await held.isReachedBy(CONNECTIONS)
      return { direct, held, pages }
    }

    test('what it has begun comes to its end, nothing new is begun, and then it is gone', async () => {
      const { direct, held, pages } = await inTheMiddle()
      const stopped = stage.cluster.servers[0]?.end('SIGTERM')
      await expect.poll(() => direct.isRefusing()).toBe(true)
      await held.release()
      const ends = (await pages).map(
        ({ status, url, text }) => `${status} ${url.pathname} ${text.split('.', 2).join('.')}`,
      )
      expect(ends).toEqual(Array.from({ length: MANY }, () => `200 / Signed in as ${ADA}`))
      expect(await stopped).toBe(0)
      await stage.cluster.restart(0)
    })

    test('what cannot come to its end is told so, well before it is gone', async () => {
      const { held, pages } = await inTheMiddle()
      const stopped = stage.cluster.servers[0]?.end('SIGTERM')
      const errors = (await pages).map(
        ({ status, url }) => `${status} ${url.pathname} ${url.searchParams.get('error')}`,
      )
      expect(errors).toEqual(Array.from({ length: MANY }, () => '500 /auth/error Configuration'))
      await held.release()
      expect(await stopped).toBe(0)
      await stage.cluster.restart(0)
      const browser = peopleAt(stage.cluster.origin).open()
      await peopleAt(stage.cluster.origin).signIn(browser)
      expect(await peopleAt(stage.cluster.origin).whoIs(browser)).toBe(ADA)
    })
  },
)
