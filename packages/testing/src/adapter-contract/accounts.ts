import assert from 'node:assert/strict'
import type { AdapterAccount } from '@authwright/core/adapters'
import { assertHolds, atOnce, type Case, storedUser } from './world.ts'

const accountOf = (userId: string): AdapterAccount => ({
  provider: 'github',
  providerAccountId: crypto.randomUUID(),
  type: 'oauth',
  userId,
  access_token: 'an access token',
  refresh_token: 'a refresh token',
  id_token: 'an ID token',
  token_type: 'bearer',
  scope: 'openid email',
  session_state: 'a state',
  expires_at: 4_102_444_800,
})

/** Rules about accounts. */
export const accountCases: readonly Case[] = [
  {
    name: 'linkAccount lets getUserByAccount find the user by provider and id together',
    run: async (world) => {
      const user = await storedUser(world)
      const { provider, providerAccountId, ...rest } = accountOf(user.id)
      await world.adapter.linkAccount({ ...rest, provider, providerAccountId })
      assertHolds(await world.adapter.getUserByAccount({ provider, providerAccountId }), user)
      assert.equal(await world.adapter.getUserByAccount({ provider: 'google', providerAccountId }), null)
      assert.equal(await world.adapter.getUserByAccount({ provider, providerAccountId: 'another' }), null)
    },
  },
  {
    name: 'the same id at two providers is two accounts',
    run: async (world) => {
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const account = accountOf(ada.id)
      await world.adapter.linkAccount(account)
      await world.adapter.linkAccount({ ...account, provider: 'google', userId: grace.id })
      assertHolds(await world.adapter.getUserByAccount(account), { id: ada.id })
      assertHolds(await world.adapter.getUserByAccount({ ...account, provider: 'google' }), { id: grace.id })
    },
  },
  {
    name: 'ids of accounts that differ in case, accents or spaces only are different ids',
    run: async (world) => {
      const user = await storedUser(world)
      const suffix = crypto.randomUUID()
      const account = { ...accountOf(user.id), providerAccountId: `resume-${suffix}` }
      await world.adapter.linkAccount(account)
      for (const other of [`Resume-${suffix}`, `resumé-${suffix}`, `resume-${suffix} `, ` resume-${suffix}`])
        assert.equal(
          await world.adapter.getUserByAccount({ provider: 'github', providerAccountId: other }),
          null,
          other,
        )
      assertHolds(await world.adapter.getUserByAccount(account), { id: user.id })
    },
  },
  {
    name: 'unlinkAccount removes one account and leaves the user',
    run: async (world) => {
      const user = await storedUser(world)
      const account = accountOf(user.id)
      await world.adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      await world.adapter.unlinkAccount({ provider, providerAccountId })
      assert.equal(await world.adapter.getUserByAccount({ provider, providerAccountId }), null)
      assertHolds(await world.adapter.getUser(user.id), user)
    },
  },
  {
    name: 'of many who link one account at once, one does',
    needs: ['uniqueness'],
    run: async (world) => {
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      for (let round = 0; round < world.rounds; round += 1) {
        const account = accountOf(ada.id)
        const { kept } = await atOnce(10, (i) =>
          world.adapter.linkAccount({ ...account, userId: i % 2 === 0 ? ada.id : grace.id }),
        )
        assert.equal(kept, 1)
      }
    },
  },
  {
    name: 'an account linked already is refused to another user, and its owner stays',
    needs: ['uniqueness'],
    run: async (world) => {
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const account = accountOf(ada.id)
      await world.adapter.linkAccount(account)
      await assert.rejects(async () => world.adapter.linkAccount({ ...account, userId: grace.id }))
      assertHolds(await world.adapter.getUserByAccount(account), { id: ada.id })
    },
  },
  {
    name: 'an account linked already is an error named UniqueViolation, and its owner stays',
    needs: ['typed-violations'],
    run: async (world) => {
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const account = accountOf(ada.id)
      await world.adapter.linkAccount(account)
      const again = async () => world.adapter.linkAccount({ ...account, userId: grace.id })
      await assert.rejects(again, { name: 'UniqueViolation', constraint: 'account' })
      assertHolds(await world.adapter.getUserByAccount(account), { id: ada.id })
    },
  },
  {
    name: 'an account of nobody is refused',
    needs: ['cascade'],
    run: async ({ adapter }) => assert.rejects(async () => adapter.linkAccount(accountOf(crypto.randomUUID()))),
  },
  {
    name: 'getAccount returns every token member, numbers as numbers, and null for what is unknown',
    needs: ['authenticators'],
    run: async (world) => {
      const account = accountOf((await storedUser(world)).id)
      await world.adapter.linkAccount(account)
      assertHolds(await world.adapter.getAccount(account.providerAccountId, 'github'), account)
      assert.equal(await world.adapter.getAccount(account.providerAccountId, 'google'), null)
      assert.equal(await world.adapter.getAccount('another', 'github'), null)
    },
  },
  {
    name: 'listAccounts and updateAccount know the accounts of one user',
    needs: ['lists'],
    run: async (world) => {
      const { adapter } = world
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const account = accountOf(ada.id)
      await adapter.linkAccount(account)
      await adapter.linkAccount(accountOf(grace.id))
      assert.equal((await adapter.listAccounts(ada.id)).length, 1)
      assert.deepEqual(await adapter.listAccounts(crypto.randomUUID()), [])
      const { provider, providerAccountId } = account
      await adapter.updateAccount({ provider, providerAccountId, access_token: 'a new one' })
      assertHolds((await adapter.listAccounts(ada.id))[0], { ...account, access_token: 'a new one' })
    },
  },
]
