import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '@authwright/core/adapters'
import { comeBack, leave, makeWorld, member, newPerson } from '@authwright/test-kit/linking/setup'
import { startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
import type { SqlAdapter } from '../src/index.ts'
import { type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

vi.setConfig({ testTimeout: 60_000 })

const NOW = Date.parse('2030-01-01T12:00:00Z')
/** More than the calls that a sign-in by mail makes. */
const CALLS = 12
/** Calls that it makes before the one that waits for whoever holds the user's row. */
const UNTIL_PROOF = 5

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

/** The adapter with something done around each call, within transactions as well. */
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

/** What somebody does who only claimed the address, and where they are when its owner comes. */
interface Act {
  readonly provider: 'oa' | 'ob'
  /** Whether they are signed in: then they add an account. */
  readonly isSignedIn: boolean
  readonly before?: string
  readonly after?: string
}

const adding: Act = { provider: 'ob', isSignedIn: true, after: 'getSessionAndUser' }
const comingIn: Act = { provider: 'oa', isSignedIn: false, after: 'getUserByAccount' }
const comingInLate: Act = { provider: 'oa', isSignedIn: false, before: 'createSession' }

/** The act goes on when the owner of the address has made so many calls. What is left: whose accounts, and the actor's session. */
const meet = async (adapter: Adapter, act: Act, calls: number) => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => void (open = resolve))
  let left = calls
  let isWaiting = false
  const waits = around(adapter, async (name, make) => {
    if (isWaiting && name === act.before) await gate
    const told = await make()
    if (isWaiting && name === act.after) await gate
    return told
  })
  const counts = around(adapter, (_name, make) => {
    left -= 1
    if (left === 0) open()
    return make()
  })
  const [there, here] = [waits, counts].map((own) => makeWorld({ adapter: own, provider }))
  if (there === undefined || here === undefined) throw new Error('no world')
  const email = newPerson().email
  const person = newPerson({ email })
  const { visitor } = await member(there, person)
  const claimant = act.isSignedIn ? visitor : there.browser()
  const url = await leave(claimant, act.provider)
  const owner = here.browser()
  await owner.post('/auth/signin/mail', { email })
  left = calls
  isWaiting = true
  const link = here.mails.at(-1)?.url ?? ''
  const who = act.isSignedIn ? newPerson() : person
  await Promise.all([comeBack(there, claimant, url, who), owner.get(link).then(open)])
  const user = await adapter.getUserByEmail?.(email)
  expect(await owner.session()).toMatchObject({ user: { email } })
  const session = await there.browser(Object.fromEntries(claimant.cookies)).session()
  return { accounts: (await adapter.listAccounts?.(user?.id ?? '')) ?? [], session }
}

const rulesOf = (kind: EngineKind): void => {
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ adapter } = open), { now: () => NOW })

  test.each([
    ['adds nothing', adding, CALLS],
    ['does not come in by their account', comingIn, CALLS],
    ['does not stay in', comingInLate, UNTIL_PROOF],
  ] as const)('%s while its owner comes, however far the owner is', async (_rule, act, most) => {
    const left: unknown[] = []
    for (let calls = 1; calls <= most; calls += 1) {
      for (let round = 0; round < 2; round += 1) {
        const { accounts, session } = await meet(adapter, act, calls)
        if (accounts.length > 0 || session !== null) left.push({ calls, accounts: accounts.length, session })
      }
    }
    expect(left).toEqual([])
  })
}

describe.each([engines.sqlite, engines.pg, engines.mariadb])('whoever only claimed an address, over $name,', (kind) => {
  rulesOf(kind)
})
