import { describe, expect, test } from 'vitest'
import { adapterContract } from './adapter-contract.ts'
import { memoryAdapter } from './memory-adapter.ts'

describe('the memory adapter keeps the contract', () => {
  adapterContract({ test, make: () => ({ adapter: memoryAdapter() }), without: ['hashes-at-rest'] })
})

test('returns copies of rows', async () => {
  const adapter = memoryAdapter()
  const user = await adapter.createUser({ id: '1', email: 'ada@example.org', emailVerified: null })
  user.email = 'mallory@example.org'
  expect((await adapter.getUser('1'))?.email).toBe('ada@example.org')
  expect([...adapter.state().users.keys()]).toEqual(['1'])
})

test('a failed transaction restores a row that it changed twice', async () => {
  const adapter = memoryAdapter()
  await adapter.createUser({ id: '1', name: 'Ada', email: 'ada@example.org', emailVerified: null })
  const failure = adapter.transaction(async (within) => {
    await within.updateUser?.({ id: '1', name: 'Grace' })
    await within.updateUser?.({ id: '1', name: 'Mary' })
    await within.deleteUser?.('1')
    throw new Error('no')
  })
  await expect(failure).rejects.toThrow('no')
  expect(await adapter.getUser('1')).toMatchObject({ name: 'Ada' })
})
