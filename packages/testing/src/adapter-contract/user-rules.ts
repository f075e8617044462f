import assert from 'node:assert/strict'
import type { AdapterUser } from '@authwright/core/adapters'
import { assertContains, concurrently, type Rule, newUser, storedUser } from './rule.ts'

/** Rules about users. */
export const userCases: readonly Rule[] = [
  {
    name: 'createUser returns and stores the user',
    run: async ({ adapter }) => {
      const user = { ...newUser(), emailVerified: new Date('2030-01-02T03:04:05.000Z') }
      const made = await adapter.createUser(user)
      assertContains(made, { ...user, id: made.id })
      assertContains(await adapter.getUser(made.id), { ...user, id: made.id })
    },
  },
  {
    name: 'getUser returns null for an unknown id',
    run: async ({ adapter }) => assert.equal(await adapter.getUser(crypto.randomUUID()), null),
  },
  {
    name: 'getUserByEmail finds one user and returns null for an unknown address',
    run: async (context) => {
      const user = await storedUser(context)
      await storedUser(context)
      assertContains(await context.adapter.getUserByEmail(user.email), user)
      assert.equal(await context.adapter.getUserByEmail('unknown@example.org'), null)
      assert.equal(await context.adapter.getUserByEmail(''), null)
    },
  },
  {
    name: 'e-mail addresses are compared without case',
    needs: ['email-case', 'uniqueness'],
    run: async (context) => {
      const user = await storedUser(context)
      assertContains(await context.adapter.getUserByEmail(user.email.toUpperCase()), { id: user.id })
      await assert.rejects(async () => storedUser(context, { email: user.email.toUpperCase() }))
    },
  },
  {
    name: 'updateUser changes the given members only',
    run: async (context) => {
      const user = await storedUser(context)
      assertContains(await context.adapter.updateUser({ id: user.id, name: 'Grace' }), { ...user, name: 'Grace' })
      assertContains(await context.adapter.getUser(user.id), { ...user, name: 'Grace' })
    },
  },
  {
    name: 'updateUser stores emailVerified exactly and accepts null',
    run: async (context) => {
      const user = await storedUser(context)
      const emailVerified = new Date('2031-02-03T04:05:06.000Z')
      assertContains(await context.adapter.updateUser({ id: user.id, emailVerified }), { ...user, emailVerified })
      assertContains(await context.adapter.getUser(user.id), { emailVerified })
      await context.adapter.updateUser({ id: user.id, emailVerified: null })
      assertContains(await context.adapter.getUser(user.id), { emailVerified: null })
    },
  },
  {
    name: 'rejects a second user with the same e-mail address, on create and update',
    needs: ['uniqueness'],
    run: async (context) => {
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      await assert.rejects(async () => storedUser(context, { email: ada.email }))
      await assert.rejects(async () => context.adapter.updateUser({ id: grace.id, email: ada.email }))
      assertContains(await context.adapter.getUser(grace.id), { email: grace.email })
    },
  },
  {
    name: 'of concurrent createUser calls with one address, exactly one succeeds',
    needs: ['uniqueness'],
    run: async (context) => {
      for (let round = 0; round < context.rounds; round += 1) {
        const { email } = newUser()
        const { kept } = await concurrently(10, () => storedUser(context, { email }))
        assert.equal(kept, 1)
      }
    },
  },
  {
    name: 'a user id is unique: a second createUser with it fails or gets another id, also concurrently',
    needs: ['uniqueness'],
    run: async (context) => {
      const ada = await storedUser(context)
      const other = await storedUser(context, { id: ada.id }).catch(() => null)
      assert.notEqual(other?.id, ada.id)
      assertContains(await context.adapter.getUser(ada.id), ada)
      for (let round = 0; round < context.rounds; round += 1) {
        const { id } = newUser()
        const made: AdapterUser[] = []
        await concurrently(5, async () => made.push(await storedUser(context, { id })))
        assert.ok(made.length > 0, 'no user was stored')
        assert.equal(new Set(made.map((user) => user.id)).size, made.length)
        for (const user of made) assertContains(await context.adapter.getUser(user.id), user)
      }
    },
  },
  {
    name: 'a second user with the same address throws UniqueViolation with the constraint',
    needs: ['typed-violations'],
    run: async (context) => {
      const { email } = await storedUser(context)
      await assert.rejects(async () => storedUser(context, { email }), { name: 'UniqueViolation', constraint: 'email' })
    },
  },
  {
    name: 'ignores members without a column and members such as __proto__',
    needs: ['unknown-members'],
    run: async (context) => {
      const hostile: object = JSON.parse('{"__proto__":{"polluted":true},"constructor":"x","no such column":1}')
      const user = await storedUser(context, { ...hostile })
      assertContains(await context.adapter.getUser(user.id), { id: user.id, email: user.email })
      assert.equal(Reflect.get({}, 'polluted'), undefined)
    },
  },
  {
    name: 'stores quotes, semicolons, other scripts and zero-width characters exactly',
    run: async (context) => {
      const name = `Robert'); drop table users;-- "ü" 漢字 \u200b 👩‍💻`
      const user = await storedUser(context, { name })
      assertContains(await context.adapter.getUser(user.id), { name })
      assert.equal(await context.adapter.getUserByEmail(`' or '1'='1`), null)
    },
  },
  {
    name: 'deleteUser deletes the user, the accounts and the sessions',
    needs: ['cascade'],
    run: async (context) => {
      const { adapter } = context
      const user = await storedUser(context)
      const key = { provider: 'local', providerAccountId: crypto.randomUUID() }
      await adapter.linkAccount({ ...key, type: 'oidc', userId: user.id })
      const sessionToken = crypto.randomUUID()
      await adapter.createSession({ sessionToken, userId: user.id, expires: new Date('2037-01-01T00:00:00Z') })
      await adapter.deleteUser(user.id)
      assert.equal(await adapter.getUser(user.id), null)
      assert.equal(await adapter.getUserByAccount(key), null)
      assert.equal(await adapter.getSessionAndUser(sessionToken), null)
      const again = await storedUser(context)
      await adapter.linkAccount({ ...key, type: 'oidc', userId: again.id })
      assertContains(await adapter.getUserByAccount(key), { id: again.id })
    },
  },
]
