import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { Adapter, EmailConfig, Runtime } from '../../src/index.ts'
import { location, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { makeChangeWorld, mailsTo, NEW, signedIn, wish } from './change-world.ts'
import { ANN, makeWorld } from './world.ts'
import type { World } from './world.ts'

const QUARTER = 900

const request = (browser: Visitor, email = ANN): Promise<Response> => browser.post('/auth/signin/email', { email })

/** What came of asking: `sent`, or the error that the page tells. */
const outcome = (response: Response): string => {
  const { searchParams, pathname } = new URL(location(response), ORIGIN)
  return pathname === '/auth/verify-request' ? 'sent' : (searchParams.get('error') ?? location(response))
}

/** Ask so many times, one after the other or at once, each time from another browser. */
const askOften = async (world: World, times: number): Promise<readonly string[]> => {
  const outcomes: string[] = []
  for (let i = 0; i < times; i += 1) outcomes.push(outcome(await request(world.browser())))
  return outcomes
}

const askAtOnce = async (world: World, times: number): Promise<readonly string[]> => {
  const asked = await Promise.all(Array.from({ length: times }, () => request(world.browser())))
  return asked.map(outcome).toSorted()
}

const of = (outcome_: string, times: number): readonly string[] => Array.from({ length: times }, () => outcome_)

/** A mail service that fails as it is told to, and what it has sent. */
const service = () => {
  const state = { fail: (): unknown => undefined, sent: 0, asked: 0 }
  const send: EmailConfig['sendVerificationRequest'] = async () => {
    state.asked += 1
    await state.fail()
    state.sent += 1
  }
  return { state, send }
}

/** A runtime whose deadlines ring at once where they are as long as a mail may take. */
const impatient: Partial<Runtime> = {
  after: (milliseconds, work) => {
    if (milliseconds < 30_000) return () => undefined
    const timer = setImmediate(work)
    return () => clearImmediate(timer)
  },
}

const down = (): never => {
  throw new Error('the mail service is down')
}

const failures: readonly (readonly [how: string, fail: () => unknown])[] = [
  ['throws', down],
  ['refuses', () => Promise.reject(new Error('550 no such user'))],
  ['never answers', () => new Promise(() => undefined)],
]

describe('a mail that could not be sent', () => {
  test.each(failures)('uses up nothing of what an address may be sent, where the service %s', async (_how, fail) => {
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send }, { runtime: impatient })
    state.fail = fail
    expect(await askOften(world, 8)).toEqual(of('EmailSignInError', 8))
    state.fail = () => undefined
    expect(await askOften(world, 6)).toEqual([...of('sent', 5), 'TooManyRequests'])
    expect(world.adapter.state().tokens.size).toBe(5)
  })

  test('gives back what was counted in its own window, not in the next one', async () => {
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send })
    state.fail = async () => {
      state.fail = () => undefined
      world.clock.forward(QUARTER)
      expect(await askOften(world, 5)).toEqual(of('sent', 5))
      down()
    }
    expect(await askOften(world, 2)).toEqual(['EmailSignInError', 'TooManyRequests'])
  })

  test('is counted while it is being sent: at once no more go out than may, and what came to nothing makes room', async () => {
    const gates: { readonly open: () => void; readonly fail: (error: Error) => void }[] = []
    const wait = (): Promise<void> => new Promise((open, fail) => void gates.push({ open, fail }))
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send })
    state.fail = wait
    const first = Array.from({ length: 5 }, () => request(world.browser()))
    await expect.poll(() => gates.length).toBe(5)
    expect(await askAtOnce(world, 20)).toEqual(of('TooManyRequests', 20))
    gates.slice(0, 2).forEach(({ fail }) => fail(new Error('down')))
    gates.slice(2).forEach(({ open }) => open())
    expect((await Promise.all(first)).map(outcome).toSorted()).toEqual([...of('EmailSignInError', 2), ...of('sent', 3)])
    state.fail = () => undefined
    expect(await askAtOnce(world, 20)).toEqual([...of('TooManyRequests', 18), ...of('sent', 2)])
  })

  test('that many asked for at once uses up nothing either', async () => {
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send })
    state.fail = () => Promise.reject(new Error('down'))
    expect(new Set(await askAtOnce(world, 50))).toEqual(new Set(['EmailSignInError', 'TooManyRequests']))
    state.fail = () => undefined
    expect(await askAtOnce(world, 50)).toEqual([...of('TooManyRequests', 45), ...of('sent', 5)])
  })

  test('may have come all the same: within a day as many are forgiven as mails are allowed, and no more', async () => {
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send, maxMailsPerDay: 12 })
    state.fail = down
    for (let i = 0; i < 20; i += 1) {
      await askOften(world, 6)
      world.clock.forward(QUARTER)
    }
    expect(state.asked).toBe(24)
    state.fail = () => undefined
    expect(await askOften(world, 1)).toEqual(['TooManyRequests'])
    world.clock.forward(24 * 60 * 60)
    expect(await askOften(world, 1)).toEqual(['sent'])
  })

  test('uses up nothing of what a browser has that is known to the address', async () => {
    const { state, send } = service()
    const mails: string[] = []
    const world = makeWorld({
      sendVerificationRequest: async (params) => {
        await send(params)
        mails.push(params.url)
      },
    })
    const own = world.browser()
    await request(own)
    await own.get(mails[0] ?? '')
    await own.post('/auth/signout')
    state.fail = down
    for (let i = 0; i < 8; i += 1) expect(outcome(await request(own))).toBe('EmailSignInError')
    state.fail = () => undefined
    for (let i = 0; i < 5; i += 1) expect(outcome(await request(own))).toBe('sent')
    expect(outcome(await request(own))).toBe('TooManyRequests')
  })

  test('counts where the adapter counts and can give nothing back', async () => {
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send }, { adapter: { decrementCounter: undefined } })
    state.fail = down
    await askOften(world, 5)
    state.fail = () => undefined
    expect(await askOften(world, 1)).toEqual(['TooManyRequests'])
  })

  test('is told as what it is, where the database cannot give anything back at the moment', async () => {
    const { state, send } = service()
    const broken = (): never => {
      throw new Error('the database is down')
    }
    const world = makeWorld({ sendVerificationRequest: send }, { adapter: { decrementCounter: broken } })
    state.fail = down
    expect(await askOften(world, 1)).toEqual(['EmailSignInError'])
    state.fail = () => undefined
    expect(await askOften(world, 5)).toEqual([...of('sent', 4), 'TooManyRequests'])
    expect(await askOften(world, 1)).toEqual(['TooManyRequests'])
  })

  test('was not sent either where its token could not be kept', async () => {
    let full = true
    const kept = memoryAdapter()
    const createVerificationToken: Adapter['createVerificationToken'] = (row) => {
      if (full) throw new Error('the disk is full')
      return kept.createVerificationToken(row)
    }
    const world = makeWorld({}, { adapter: { createVerificationToken } })
    expect(await askOften(world, 8)).toEqual(of('Configuration', 8))
    full = false
    expect(await askOften(world, 6)).toEqual([...of('sent', 5), 'TooManyRequests'])
  })
})

describe('a mail to a new address that could not be sent', () => {
  test('uses up nothing of what its user, or the address, may ask for', async () => {
    const state = { fails: false }
    const world = makeChangeWorld({
      sendNotification: (params) => (state.fails ? down() : void world.notices.push(params)),
    })
    const ann = await signedIn(world)
    state.fails = true
    for (let i = 0; i < 8; i += 1) await wish(ann)
    state.fails = false
    for (let i = 0; i < 6; i += 1) await wish(ann)
    expect(mailsTo(world, NEW)).toHaveLength(5)
    for (let i = 0; i < 5; i += 1) await request(world.browser(), NEW)
    expect(world.mails.filter(({ identifier }) => identifier === NEW)).toEqual([])
  })
})
