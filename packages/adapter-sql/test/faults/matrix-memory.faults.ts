import type { Adapter } from '@authwright/core/adapters'
import { runFaultMatrix } from '@authwright/test-kit/fault-matrix'
import { describe, expect, test } from 'vitest'
import { overMemory } from './memory.ts'
import { record } from '@authwright/test-kit/fault-matrix/record'

const published = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'useVerificationToken',
] as const satisfies readonly (keyof Adapter)[]

const pick = (adapter: Adapter, methods: readonly (keyof Adapter)[]): Adapter =>
  Object.fromEntries(methods.map((method) => [method, adapter[method]]))

const run = (narrow?: Parameters<typeof overMemory>[0], only: (flow: string) => boolean = () => true) =>
  runFaultMatrix({ ...overMemory(narrow), only })

describe('every flow survives every fault at every call', () => {
  test('over memory', async () => {
    const report = await run()
    record('memory', report)
    expect(report.failures).toEqual([])
  }, 300_000)

  test('over an adapter without transactions', async () => {
    const report = await run(({ transaction: _transaction, ...adapter }) => adapter)
    record('memory, without transactions', report)
    expect(report.failures).toEqual([])
  }, 300_000)

  test('over an adapter with the published methods only, which stores the given ids', async () => {
    const report = await run((memory) => pick(memory, published))
    record('memory, published contract only', report)
    expect(report.failures).toEqual([])
  }, 300_000)
})

test('an adapter that generates ids cannot resume a first sign-in that was interrupted between user and account', async () => {
  const report = await run((memory) => ({
    ...pick(memory, published),
    createUser: (user) => memory.createUser({ ...user, id: crypto.randomUUID() }),
  }))
  record('memory, published contract only, own ids', report)
  const where = new Set(report.failures.map(({ flow, point }) => `${flow.split(',')[0]}: ${point}`))
  expect([...where]).toEqual(['first OAuth sign-in: 3 createUser', 'first OAuth sign-in: 4 linkAccount'])
}, 300_000)
