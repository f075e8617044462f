import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '@gatehouse/core/adapters'
import { comeBack, leave, makeWorld, member, newPerson } from '../../core/test/linking/world.ts'
import { startProvider } from '../../core/test/support/provider.ts'
import type { TestProvider } from '../../core/test/support/provider.ts'
import type { SqlAdapter } from '../src/index.ts'
import { type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

vi.setConfig({ testTimeout: 60_000 })

const NOW = Date.parse('2030-01-01T12:00:00Z')
/** More than the calls that a sign-in by mail makes. */
const CALLS = 12

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

/** Who is signed in has been looked up; the account is added when the owner of the address has come so far. */
const meet = async (adapter: Adapter, calls: number): Promise<readonly unknown[]> => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => void (open = resolve))
  let left = calls
  let isWaiting = false
  const waits = around(adapter, async (name, make) => {
    const told = await make()
    if (isWaiting && name === 'getSessionAndUser') await gate
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
  const { visitor: claimant } = await member(there, newPerson({ email }))
  const url = await leave(claimant, 'ob')
  const owner = here.browser()
  await owner.post('/auth/signin/mail', { email })
  left = calls
  isWaiting = true
  const link = here.mails.at(-1)?.url ?? ''
  await Promise.all([comeBack(there, claimant, url, newPerson()), owner.get(link).then(open)])
  const user = await adapter.getUserByEmail?.(email)
  expect(await owner.session()).toMatchObject({ user: { email } })
  expect(await there.browser(Object.fromEntries(claimant.cookies)).session()).toBeNull()
  return (await adapter.listAccounts?.(user?.id ?? '')) ?? []
}

const rulesOf = (kind: EngineKind): void => {
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ adapter } = open), { now: () => NOW })

  test('adds nothing while its owner comes, however far the owner is', async () => {
    const added: number[] = []
    for (let calls = 1; calls <= CALLS; calls += 1) {
      for (let round = 0; round < 2; round += 1) if ((await meet(adapter, calls)).length > 0) added.push(calls)
    }
    expect(added).toEqual([])
  })
}

describe.each([engines.sqlite, engines.pg, engines.mariadb])('whoever only claimed an address, over $name,', (kind) => {
  rulesOf(kind)
})
