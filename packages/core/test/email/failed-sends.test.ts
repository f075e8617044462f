import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { Adapter, EmailConfig, Runtime } from '../../src/index.ts'
import { location, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
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

describe('a mail that cannot be sent', () => {
  test.each(failures)('is reported where the service %s, and counts like a mail that was sent', async (_how, fail) => {
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send }, { runtime: impatient })
    state.fail = fail
    expect(await askOften(world, 6)).toEqual([...of('EmailSignInError', 5), 'TooManyRequests'])
    expect(state.asked).toBe(5)
    state.fail = () => undefined
    expect(await askOften(world, 1)).toEqual(['TooManyRequests'])
    world.clock.forward(QUARTER)
    expect(await askOften(world, 6)).toEqual([...of('sent', 5), 'TooManyRequests'])
  })

  test('leaves no token behind', async () => {
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send })
    state.fail = down
    await askOften(world, 3)
    expect(world.adapter.state().tokens.size).toBe(0)
  })

  test('is counted before it is sent: simultaneous requests send no more than allowed', async () => {
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send })
    expect(await askAtOnce(world, 50)).toEqual([...of('TooManyRequests', 45), ...of('sent', 5)])
    expect(state.sent).toBe(5)
  })

  test('is not sent where its token cannot be stored', async () => {
    let full = true
    const kept = memoryAdapter()
    const createVerificationToken: Adapter['createVerificationToken'] = (row) => {
      if (full) throw new Error('the disk is full')
      return kept.createVerificationToken(row)
    }
    const { state, send } = service()
    const world = makeWorld({ sendVerificationRequest: send }, { adapter: { createVerificationToken } })
    expect(await askOften(world, 2)).toEqual(of('Configuration', 2))
    expect(state.asked).toBe(0)
    full = false
    expect(await askOften(world, 1)).toEqual(['sent'])
  })
})
