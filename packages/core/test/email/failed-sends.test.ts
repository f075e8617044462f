import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { Adapter, EmailConfig, Runtime } from '../../src/index.ts'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { ANN, setUpEmail, type EmailSetup } from '@authwright/test-kit/email/email-setup'

const QUARTER = 900

const request = (browser: TestBrowser, email = ANN): Promise<Response> => browser.post('/auth/signin/email', { email })

/** The result of a request: `sent`, or the error that the page shows. */
const outcome = (response: Response): string => {
  const { searchParams, pathname } = new URL(location(response), ORIGIN)
  return pathname === '/auth/verify-request' ? 'sent' : (searchParams.get('error') ?? location(response))
}

/** Send a number of requests from different browsers, in sequence or concurrently. */
const askOften = async (setup: EmailSetup, times: number): Promise<readonly string[]> => {
  const outcomes: string[] = []
  for (let i = 0; i < times; i += 1) outcomes.push(outcome(await request(setup.browser())))
  return outcomes
}

const askAtOnce = async (setup: EmailSetup, times: number): Promise<readonly string[]> => {
  const asked = await Promise.all(Array.from({ length: times }, () => request(setup.browser())))
  return asked.map(outcome).toSorted()
}

const of = (outcome_: string, times: number): readonly string[] => Array.from({ length: times }, () => outcome_)

/** A mail service that fails on demand, and the e-mails that it sent. */
const service = () => {
  const state = { fail: (): unknown => undefined, sent: 0, asked: 0 }
  const send: EmailConfig['sendVerificationRequest'] = async () => {
    state.asked += 1
    await state.fail()
    state.sent += 1
  }
  return { state, send }
}

/** A runtime whose timer for sending e-mails fires at once. */
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
  ['rejects', () => Promise.reject(new Error('550 no such user'))],
  ['never responds', () => new Promise(() => undefined)],
]

describe('an e-mail that cannot be sent', () => {
  test.each(failures)('is shown as an error if the service %s, and counts toward the limit', async (_how, fail) => {
    const { state, send } = service()
    const setup = setUpEmail({ sendVerificationRequest: send }, { runtime: impatient })
    state.fail = fail
    expect(await askOften(setup, 6)).toEqual([...of('EmailSignInError', 5), 'TooManyRequests'])
    expect(state.asked).toBe(5)
    state.fail = () => undefined
    expect(await askOften(setup, 1)).toEqual(['TooManyRequests'])
    setup.clock.forward(QUARTER)
    expect(await askOften(setup, 6)).toEqual([...of('sent', 5), 'TooManyRequests'])
  })

  test('leaves no token', async () => {
    const { state, send } = service()
    const setup = setUpEmail({ sendVerificationRequest: send })
    state.fail = down
    await askOften(setup, 3)
    expect(setup.adapter.state().tokens.size).toBe(0)
  })

  test('is counted before it is sent, so concurrent requests do not exceed the limit', async () => {
    const { state, send } = service()
    const setup = setUpEmail({ sendVerificationRequest: send })
    expect(await askAtOnce(setup, 50)).toEqual([...of('TooManyRequests', 45), ...of('sent', 5)])
    expect(state.sent).toBe(5)
  })

  test('is not sent if its token cannot be stored', async () => {
    let full = true
    const kept = memoryAdapter()
    const createVerificationToken: Adapter['createVerificationToken'] = (row) => {
      if (full) throw new Error('the disk is full')
      return kept.createVerificationToken(row)
    }
    const { state, send } = service()
    const setup = setUpEmail({ sendVerificationRequest: send }, { adapter: { createVerificationToken } })
    expect(await askOften(setup, 2)).toEqual(of('Configuration', 2))
    expect(state.asked).toBe(0)
    full = false
    expect(await askOften(setup, 1)).toEqual(['sent'])
  })
})
