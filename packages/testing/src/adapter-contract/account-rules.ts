import assert from 'node:assert/strict'
import type { AdapterAccount } from '@authwright/core/adapters'
import { assertContains, concurrently, type Rule, storedUser } from './rule.ts'

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
export const accountCases: readonly Rule[] = [
  {
    name: 'linkAccount lets getUserByAccount find the user by provider and id together',
    run: async (context) => {
      const user = await storedUser(context)
      const { provider, providerAccountId, ...rest } = accountOf(user.id)
      await context.adapter.linkAccount({ ...rest, provider, providerAccountId })
      assertContains(await context.adapter.getUserByAccount({ provider, providerAccountId }), user)
      assert.equal(await context.adapter.getUserByAccount({ provider: 'google', providerAccountId }), null)
      assert.equal(await context.adapter.getUserByAccount({ provider, providerAccountId: 'another' }), null)
    },
  },
  {
    name: 'the same account id at two providers is two accounts',
    run: async (context) => {
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const account = accountOf(ada.id)
      await context.adapter.linkAccount(account)
      await context.adapter.linkAccount({ ...account, provider: 'google', userId: grace.id })
      assertContains(await context.adapter.getUserByAccount(account), { id: ada.id })
      assertContains(await context.adapter.getUserByAccount({ ...account, provider: 'google' }), { id: grace.id })
    },
  },
  {
    name: 'account ids that differ only in case, accents or spaces are different ids',
    run: async (context) => {
      const user = await storedUser(context)
      const suffix = crypto.randomUUID()
      const account = { ...accountOf(user.id), providerAccountId: `resume-${suffix}` }
      await context.adapter.linkAccount(account)
      for (const other of [`Resume-${suffix}`, `resumé-${suffix}`, `resume-${suffix} `, ` resume-${suffix}`])
        assert.equal(
          await context.adapter.getUserByAccount({ provider: 'github', providerAccountId: other }),
          null,
          other,
        )
      assertContains(await context.adapter.getUserByAccount(account), { id: user.id })
    },
  },
  {
    name: 'unlinkAccount removes one account and leaves the user',
    run: async (context) => {
      const user = await storedUser(context)
      const account = accountOf(user.id)
      await context.adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      await context.adapter.unlinkAccount({ provider, providerAccountId })
      assert.equal(await context.adapter.getUserByAccount({ provider, providerAccountId }), null)
      assertContains(await context.adapter.getUser(user.id), user)
    },
  },
  {
    name: 'of concurrent linkAccount calls for one account, exactly one succeeds',
    needs: ['uniqueness'],
    run: async (context) => {
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      for (let round = 0; round < context.rounds; round += 1) {
        const account = accountOf(ada.id)
        const { kept } = await concurrently(10, (i) =>
          context.adapter.linkAccount({ ...account, userId: i % 2 === 0 ? ada.id : grace.id }),
        )
        assert.equal(kept, 1)
      }
    },
  },
  {
    name: 'rejects linking an account to a second user and keeps the first',
    needs: ['uniqueness'],
    run: async (context) => {
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const account = accountOf(ada.id)
      await context.adapter.linkAccount(account)
      await assert.rejects(async () => context.adapter.linkAccount({ ...account, userId: grace.id }))
      assertContains(await context.adapter.getUserByAccount(account), { id: ada.id })
    },
  },
  {
    name: 'a second linkAccount for an account throws UniqueViolation and keeps the first user',
    needs: ['typed-violations'],
    run: async (context) => {
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const account = accountOf(ada.id)
      await context.adapter.linkAccount(account)
      const again = async () => context.adapter.linkAccount({ ...account, userId: grace.id })
      await assert.rejects(again, { name: 'UniqueViolation', constraint: 'account' })
      assertContains(await context.adapter.getUserByAccount(account), { id: ada.id })
    },
  },
  {
    name: 'rejects an account of an unknown user',
    needs: ['cascade'],
    run: async ({ adapter }) => assert.rejects(async () => adapter.linkAccount(accountOf(crypto.randomUUID()))),
  },
  {
    name: 'getAccount returns every token member, numbers as numbers, and null for an unknown account',
    needs: ['authenticators'],
    run: async (context) => {
      const account = accountOf((await storedUser(context)).id)
      await context.adapter.linkAccount(account)
      assertContains(await context.adapter.getAccount(account.providerAccountId, 'github'), account)
      assert.equal(await context.adapter.getAccount(account.providerAccountId, 'google'), null)
      assert.equal(await context.adapter.getAccount('another', 'github'), null)
    },
  },
  {
    name: 'listAccounts returns the accounts of one user, and updateAccount changes one',
    needs: ['lists'],
    run: async (context) => {
      const { adapter } = context
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const account = accountOf(ada.id)
      await adapter.linkAccount(account)
      await adapter.linkAccount(accountOf(grace.id))
      assert.equal((await adapter.listAccounts(ada.id)).length, 1)
      assert.deepEqual(await adapter.listAccounts(crypto.randomUUID()), [])
      const { provider, providerAccountId } = account
      await adapter.updateAccount({ provider, providerAccountId, access_token: 'a new one' })
      assertContains((await adapter.listAccounts(ada.id))[0], { ...account, access_token: 'a new one' })
    },
  },
]
