import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '@authwright/core/adapters'
import {
  finishSignIn,
  startSignIn,
  setUpLinking,
  signUp,
  newProviderUser,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import type { SqlAdapter } from '../src/index.ts'
import { type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

vi.setConfig({ testTimeout: 60_000 })

const NOW = Date.parse('2030-01-01T12:00:00Z')
/** More than the calls of a sign-in by e-mail. */
const CALLS = 12
/**
 * The call of a sign-in by e-mail that takes the lock of the user's row. An action that holds the lock cannot wait for a
 * later call.
 */
const LOCKING_CALL = 4

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

/** An adapter that passes each call through `call`, also within transactions. */
const around = (adapter: Adapter, call: (name: string, make: () => unknown) => unknown): Adapter => {
  const bound: Record<string, unknown> = {}
  for (const [name, method] of Object.entries(adapter)) {
    if (typeof method !== 'function') continue
    const make = (...given: unknown[]): unknown => Reflect.apply(method, adapter, given)
    const begin = (work: (inner: Adapter) => unknown) => make((inner: Adapter) => work(around(inner, call)))
    bound[name] = name === 'transaction' ? begin : (...given: unknown[]) => call(name, () => make(...given))
  }
  return bound
}

/** What a user with an unverified e-mail address does, and the call at which it waits for the verification. */
interface Action {
  readonly provider: 'oa' | 'ob'
  /** Whether the user is signed in, and links an account. */
  readonly isSignedIn: boolean
  readonly before?: string
  readonly after?: string
}

const linking: Action = { provider: 'ob', isSignedIn: true, after: 'getSessionAndUser' }
const signingIn: Action = { provider: 'oa', isSignedIn: false, after: 'getUserByAccount' }
const creatingSession: Action = { provider: 'oa', isSignedIn: false, before: 'createSession' }

/**
 * Continues the action after so many calls of the sign-in that verifies the e-mail address. Returns the user's accounts and
 * the session of the unverified user.
 */
const race = async (adapter: Adapter, action: Action, calls: number) => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => void (open = resolve))
  let left = calls
  let isWaiting = false
  const waits = around(adapter, async (name, make) => {
    if (isWaiting && name === action.before) await gate
    const result = await make()
    if (isWaiting && name === action.after) await gate
    return result
  })
  const counts = around(adapter, (_name, make) => {
    left -= 1
    if (left === 0) open()
    return make()
  })
  const [unverified, verifying] = [waits, counts].map((own) => setUpLinking({ adapter: own, provider }))
  if (unverified === undefined || verifying === undefined) throw new Error('The setups are missing')
  const email = newProviderUser().email
  const person = newProviderUser({ email })
  const { browser } = await signUp(unverified, person)
  const first = action.isSignedIn ? browser : unverified.browser()
  const url = await startSignIn(first, action.provider, action.isSignedIn ? { link: 'true' } : {})
  const second = verifying.browser()
  await second.post('/auth/signin/mail', { email })
  left = calls
  isWaiting = true
  const link = verifying.mails.at(-1)?.url ?? ''
  const who = action.isSignedIn ? newProviderUser() : person
  await Promise.all([finishSignIn(unverified, first, url, who), second.get(link).then(open)])
  const user = await adapter.getUserByEmail?.(email)
  expect(await second.session()).toMatchObject({ user: { email } })
  const session = await unverified.browser(Object.fromEntries(first.cookies)).session()
  return { accounts: (await adapter.listAccounts?.(user?.id ?? '')) ?? [], session }
}

const defineTests = (kind: EngineKind): void => {
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ adapter } = open), { now: () => NOW })

  test.each([
    ['links no account', linking, CALLS],
    ['does not sign in by the account', signingIn, CALLS],
    ['does not keep the session', creatingSession, LOCKING_CALL],
  ] as const)('%s while another user verifies the e-mail address, at any call', async (_rule, action, most) => {
    const left: unknown[] = []
    for (let calls = 1; calls <= most; calls += 1) {
      for (let round = 0; round < 2; round += 1) {
        const { accounts, session } = await race(adapter, action, calls)
        if (accounts.length > 0 || session !== null) left.push({ calls, accounts: accounts.length, session })
      }
    }
    expect(left).toEqual([])
  })
}

describe.each([engines.sqlite, engines.pg, engines.mariadb])(
  'a user with an unverified e-mail address over $name',
  (kind) => {
    defineTests(kind)
  },
)
