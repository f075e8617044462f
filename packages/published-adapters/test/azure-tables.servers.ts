import { TableStorageAdapter } from '@auth/azure-tables-adapter'
import type { Adapter } from '@authwright/core/adapters'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAzureTable } from './services/azure-tables.ts'
import { asAdapter } from './subject.ts'

// What docs/reference/published-adapters.md says about this adapter. A test that fails here means that the page is out
// of date.

let adapter: Adapter
let close: () => Promise<void>
beforeEach(async () => {
  const table = await openAzureTable()
  adapter = asAdapter(TableStorageAdapter(table.client))
  close = table.close
})
afterEach(() => close())

const ann = { id: '', name: 'Ann', email: 'ann@example.org', emailVerified: null }

test('a user needs an address', async () => {
  await expect(adapter.createUser?.({ ...ann, email: null as unknown as string })).rejects.toThrow(
    'PropertiesNeedValue',
  )
})

test('a user is found by the first address, as the row was when the user was created', async () => {
  const { id = '' } = (await adapter.createUser?.(ann)) ?? {}
  await adapter.updateUser?.({ id, email: 'new@example.org', emailVerified: new Date() })
  expect(await adapter.getUserByEmail?.('new@example.org')).toBeNull()
  const found = await adapter.getUserByEmail?.(ann.email)
  expect(found).toMatchObject({ id, email: ann.email })
  expect(found?.emailVerified).toBeUndefined()
})

test('a user without a session in the database is not deleted', async () => {
  const { id = '' } = (await adapter.createUser?.(ann)) ?? {}
  await adapter.deleteUser?.(id)
  expect(await adapter.getUser?.(id)).toMatchObject({ email: ann.email })
})

test.each(['a/b', 'a\\b', 'a#b', 'a?b'])('an account with the id %s is not stored, without an error', async (given) => {
  const { id: userId = '' } = (await adapter.createUser?.(ann)) ?? {}
  const account = { provider: 'github', providerAccountId: given }
  expect(await adapter.linkAccount?.({ ...account, userId, type: 'oauth' })).toBeNull()
  expect(await adapter.getUserByAccount?.(account)).toBeNull()
})

test('an outage looks like a missing row', async () => {
  const { id: userId = '' } = (await adapter.createUser?.(ann)) ?? {}
  await adapter.createSession?.({ userId, sessionToken: 'token', expires: new Date(Date.now() + 60_000) })
  expect(await adapter.getSessionAndUser?.('token')).not.toBeNull()
  await close()
  expect(await adapter.getSessionAndUser?.('token')).toBeNull()
  close = () => Promise.resolve()
})
