import { memoryAdapter } from '@authwright/testing'
import { expect, test } from 'vitest'
import { makeStore, StoreAdapter } from '../../test/support/store.ts'
import { keyringOf } from '../crypto/keyring.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import type { Adapter } from '../types/adapter.ts'
import { bindAdapter } from './bind-adapter.ts'

const SECRET = 'a secret for the tokens of accounts, long enough'
const KEY = { provider: 'github', providerAccountId: '1001' }
const ACCOUNT = { ...KEY, userId: 'u1', type: 'oauth' as const, access_token: 'at', refresh_token: 'rt', scope: 'read' }

const wrapped = (adapter: Adapter, errors: Error[] = [], stores = true) => {
  const logger = { error: (error: Error) => void errors.push(error), warn: () => undefined, debug: () => undefined }
  const keyring = keyringOf([SECRET], defaultRuntime.crypto)
  return bindAdapter(adapter, { logger, after: defaultRuntime.after, timeout: 5000, tokens: { stores, keyring } })
}

const world = async (stores = true) => {
  const memory = memoryAdapter()
  await memory.createUser({ id: 'u1', email: 'ann@example.org', emailVerified: null })
  const errors: Error[] = []
  const adapter = wrapped(memory, errors, stores)
  const kept = () => memory.getAccount(KEY.providerAccountId, KEY.provider)
  return { memory, adapter, errors, kept }
}

test('every method that reads an account answers its tokens in clear', async () => {
  const { adapter, kept } = await world()
  await adapter.linkAccount?.(ACCOUNT)
  expect(await kept()).toMatchObject({ access_token: expect.stringMatching(/^authwright:/), scope: 'read' })
  expect(await adapter.getAccount?.('1001', 'github')).toStrictEqual(ACCOUNT)
  expect(await adapter.listAccounts?.('u1')).toStrictEqual([ACCOUNT])
  expect(await adapter.updateAccount?.({ ...KEY, access_token: 'at 2' })).toStrictEqual({
    ...ACCOUNT,
    access_token: 'at 2',
  })
  expect(JSON.stringify(await kept())).not.toMatch(/"(?:at 2|rt)"/)
  expect(await adapter.getAccount?.('1002', 'github')).toBeNull()
  expect(await adapter.unlinkAccount?.(KEY)).toBeUndefined()
})

test('the methods do so within a transaction, too', async () => {
  const { adapter, kept } = await world()
  await adapter.transaction?.(async (within) => {
    await within.linkAccount?.(ACCOUNT)
    expect(await within.getAccount?.('1001', 'github')).toStrictEqual(ACCOUNT)
    await within.updateAccount?.({ ...KEY, refresh_token: 'rt 2' })
  })
  expect(JSON.stringify(await kept())).not.toMatch(/"(?:at|rt 2)"/)
  expect(await adapter.getAccount?.('1001', 'github')).toMatchObject({ refresh_token: 'rt 2' })
})

test('tokens that are not to be stored are not written later either', async () => {
  const { adapter, kept } = await world(false)
  await adapter.linkAccount?.(ACCOUNT)
  await adapter.updateAccount?.({ ...KEY, access_token: 'at 2', scope: 'write' })
  expect(await kept()).toStrictEqual({ ...KEY, userId: 'u1', type: 'oauth', scope: 'write' })
})

test('a token too long to be sealed is told and not stored, and the account is', async () => {
  const { adapter, errors, kept } = await world()
  await adapter.linkAccount?.({ ...ACCOUNT, access_token: 'x'.repeat(60_000) })
  expect(await kept()).toMatchObject({ access_token: null, scope: 'read' })
  expect(errors).toMatchObject([{ type: 'ProviderTokensError', cause: { provider: 'github', member: 'access_token' } }])
})

test('an adapter has the methods that it had, and no other', () => {
  const published = wrapped(new StoreAdapter(makeStore()))
  expect([typeof published.linkAccount, typeof published.getUser]).toStrictEqual(['function', 'function'])
  for (const name of ['getAccount', 'listAccounts', 'updateAccount', 'unlinkAccount', 'transaction'] as const) {
    expect(published).not.toHaveProperty(name)
  }
})

test('what is no account goes by as it is, for others to judge', async () => {
  const odd = wrapped({ listAccounts: () => 'rows' as never, getAccount: () => 7 as never })
  expect(await odd.listAccounts?.('u1')).toBe('rows')
  expect(await odd.getAccount?.('1', 'github')).toBe(7)
})
