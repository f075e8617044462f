import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import type { Adapter } from '../../src/index.ts'
import {
  linkTo,
  mailsTo,
  setUpChange,
  NEW,
  confirmChange,
  signInByMail,
  requestChange,
} from '@authwright/test-kit/email/change-setup'
import { ANN } from '@authwright/test-kit/email/email-setup'

const CHANGED = `${ORIGIN}/auth/account?done=email-changed`
const LOST = `${ORIGIN}/auth/account?error=Verification`

type Method = Exclude<keyof Adapter, 'transaction'>
type Fault = 'before it is done' | 'after it was done'

/** A memory adapter with one method that fails once on demand. */
const fragile = (hasTransactions: boolean) => {
  const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
  let due: { readonly method: Method; readonly fault: Fault } | undefined
  const wrap = (adapter: Adapter): Adapter => {
    const methods = Object.entries(adapter).flatMap(([name, call]: [string, unknown]) => {
      if (typeof call !== 'function' || name === 'transaction' || name === 'state') return []
      const fragileCall = async (...given: unknown[]): Promise<unknown> => {
        const fault = due?.method === name ? due.fault : undefined
        if (fault !== undefined) due = undefined
        if (fault === 'before it is done') throw new Error('connection lost')
        const response: unknown = await Reflect.apply(call, adapter, given)
        if (fault === 'after it was done') throw new Error('connection lost')
        return response
      }
      return [[name, fragileCall] as const]
    })
    const attempt: Adapter['transaction'] = (work) => memory.transaction((inner) => work(wrap(inner)))
    return { ...Object.fromEntries(methods), ...(hasTransactions ? { transaction: attempt } : {}) }
  }
  const fail = (method: Method, fault: Fault): void => {
    due = { method, fault }
  }
  return { adapter: wrap(memory), fail, state: memory.state }
}

const methods = [
  'getUser',
  'getUserByEmail',
  'updateUser',
  'useVerificationToken',
  'getVerificationToken',
  'createVerificationToken',
] as const

const rows = methods.flatMap((method) =>
  (['before it is done', 'after it was done'] as const).flatMap((fault) =>
    [true, false].map((hasTransactions) => [method, fault, hasTransactions] as const),
  ),
)

/** In this case the token is lost, and the user requests another e-mail. */
const costsTheLink = (method: Method, fault: Fault): boolean =>
  method === 'useVerificationToken' && fault === 'after it was done'

describe('a database failure', () => {
  test.each(rows)(
    'during a confirmation leaves a working link (%s, %s, transactions: %s)',
    async (method, fault, has) => {
      const { adapter, fail, state } = fragile(has)
      const setup = setUpChange({}, { config: { adapter } })
      const browser = await signInByMail(setup)
      await requestChange(browser)
      fail(method, fault)
      await confirmChange(browser, linkTo(setup))
      const again = await confirmChange(browser, linkTo(setup))
      const [user] = state().users.values()
      const isLost = costsTheLink(method, fault)
      expect([location(again), user?.email]).toEqual(isLost ? [LOST, ANN] : [CHANGED, NEW])
      expect(mailsTo(setup, ANN).length).toBeLessThanOrEqual(1)
      await requestChange(browser)
      expect(location(await confirmChange(browser, linkTo(setup)))).toBe(CHANGED)
      expect([...state().users.values()].map(({ email }) => email)).toEqual([NEW])
    },
  )

  test('after a committed confirmation is a success, and the former address is notified', async () => {
    const { adapter, fail } = fragile(false)
    const setup = setUpChange({}, { config: { adapter } })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    fail('updateUser', 'after it was done')
    expect(location(await confirmChange(browser, linkTo(setup)))).toBe(CHANGED)
    expect(mailsTo(setup, ANN)).toHaveLength(1)
  })

  test.each(['before it is done', 'after it was done'] as const)(
    'during a request is shown, and no e-mail is sent (createVerificationToken, %s)',
    async (fault) => {
      const { adapter, fail } = fragile(true)
      const setup = setUpChange({}, { config: { adapter } })
      const browser = await signInByMail(setup)
      fail('createVerificationToken', fault)
      expect((await requestChange(browser)).headers.get('location')).toContain('error=Configuration')
      expect(setup.notifications).toEqual([])
    },
  )
})
