import { memoryAdapter } from '@authwright/testing'
import { expect, test } from 'vitest'
import { makeStore, StoreAdapter } from '../../test/support/store.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import type { Adapter } from '../types/adapter.ts'
import { bindAdapter } from './bind-adapter.ts'

const SECRET = 'a secret for the tokens of accounts, long enough'
const KEY = { provider: 'github', providerAccountId: '1001' }
const ACCOUNT = { ...KEY, userId: 'u1', type: 'oauth' as const, access_token: 'at', refresh_token: 'rt', scope: 'read' }

const bind = (adapter: Adapter, errors: Error[] = [], stores = true) => {
  const logger = { error: (error: Error) => void errors.push(error), warn: () => undefined, debug: () => undefined }
  const keyring = createKeyring([SECRET], defaultRuntime.crypto)
  return bindAdapter(adapter, { logger, after: defaultRuntime.after, timeout: 5000, tokens: { stores, keyring } })
}

const setup = async (stores = true) => {
  const memory = memoryAdapter()
  await memory.createUser({ id: 'u1', email: 'ann@example.org', emailVerified: null })
  const errors: Error[] = []
  const adapter = bind(memory, errors, stores)
  const stored = () => memory.getAccount(KEY.providerAccountId, KEY.provider)
  return { memory, adapter, errors, stored }
}

test('methods that read an account return its tokens in clear', async () => {
  const { adapter, stored } = await setup()
  await adapter.linkAccount?.(ACCOUNT)
  expect(await stored()).toMatchObject({ access_token: expect.stringMatching(/^authwright:/), scope: 'read' })
  expect(await adapter.getAccount?.('1001', 'github')).toStrictEqual(ACCOUNT)
  expect(await adapter.listAccounts?.('u1')).toStrictEqual([ACCOUNT])
  expect(await adapter.updateAccount?.({ ...KEY, access_token: 'at 2' })).toStrictEqual({
    ...ACCOUNT,
    access_token: 'at 2',
  })
  expect(JSON.stringify(await stored())).not.toMatch(/"(?:at 2|rt)"/)
  expect(await adapter.getAccount?.('1002', 'github')).toBeNull()
  expect(JSON.stringify(await adapter.unlinkAccount?.(KEY))).not.toMatch(/"(?:at 2|rt)"/)
  expect(await stored()).toBeNull()
})

test('methods inside a transaction seal and open tokens too', async () => {
  const { adapter, stored } = await setup()
  await adapter.transaction?.(async (within) => {
    await within.linkAccount?.(ACCOUNT)
    expect(await within.getAccount?.('1001', 'github')).toStrictEqual(ACCOUNT)
    await within.updateAccount?.({ ...KEY, refresh_token: 'rt 2' })
  })
  expect(JSON.stringify(await stored())).not.toMatch(/"(?:at|rt 2)"/)
  expect(await adapter.getAccount?.('1001', 'github')).toMatchObject({ refresh_token: 'rt 2' })
})

test('does not write tokens on update if tokens are not stored', async () => {
  const { adapter, stored } = await setup(false)
  await adapter.linkAccount?.(ACCOUNT)
  await adapter.updateAccount?.({ ...KEY, access_token: 'at 2', scope: 'write' })
  expect(await stored()).toStrictEqual({ ...KEY, userId: 'u1', type: 'oauth', scope: 'write' })
})

test('logs a token that is too long to be sealed, and stores the account without it', async () => {
  const { adapter, errors, stored } = await setup()
  await adapter.linkAccount?.({ ...ACCOUNT, access_token: 'x'.repeat(60_000) })
  expect(await stored()).toMatchObject({ access_token: null, scope: 'read' })
  expect(errors).toMatchObject([{ type: 'ProviderTokensError', cause: { provider: 'github', member: 'access_token' } }])
})

test('a bound adapter has the methods of the adapter, and no other', () => {
  const published = bind(new StoreAdapter(makeStore()))
  expect([typeof published.linkAccount, typeof published.getUser]).toStrictEqual(['function', 'function'])
  for (const name of ['getAccount', 'listAccounts', 'updateAccount', 'unlinkAccount', 'transaction'] as const) {
    expect(published).not.toHaveProperty(name)
  }
})

test('returns a value that is not an account as it is', async () => {
  const odd = bind({ listAccounts: () => 'rows' as never, getAccount: () => 7 as never })
  expect(await odd.listAccounts?.('u1')).toBe('rows')
  expect(await odd.getAccount?.('1', 'github')).toBe(7)
})
