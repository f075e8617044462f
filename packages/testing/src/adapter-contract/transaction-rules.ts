import assert from 'node:assert/strict'
import type { Adapter } from '@authwright/core/adapters'
import { assertContains, type Rule, newUser, storedUser } from './rule.ts'

class Broken extends Error {}

const broken = (): never => {
  throw new Broken('on purpose')
}

const create = (adapter: Adapter, user = newUser()) =>
  adapter.createUser === undefined
    ? assert.fail('the adapter in a transaction lacks createUser')
    : adapter.createUser(user)

/** Rules about transactions. */
export const transactionCases: readonly Rule[] = [
  {
    name: 'a successful transaction keeps all writes and returns its value',
    needs: ['transactions'],
    run: async ({ adapter }) => {
      const user = newUser()
      const made = await adapter.transaction(async (inner) => create(inner, user))
      assertContains(await adapter.getUser(made.id), { email: user.email })
    },
  },
  {
    name: 'a failed transaction keeps no write and rejects with its error',
    needs: ['transactions'],
    run: async (context) => {
      const { adapter } = context
      const [before, user] = [await storedUser(context), newUser()]
      const work = async (inner: Adapter) => {
        const made = await create(inner, user)
        await inner.linkAccount?.({ provider: 'local', providerAccountId: made.id, type: 'oidc', userId: made.id })
        await inner.updateUser?.({ id: before.id, name: 'Changed' })
        broken()
      }
      await assert.rejects(adapter.transaction(work), Broken)
      assert.equal(await adapter.getUserByEmail(user.email), null)
      assert.equal(await adapter.getUserByAccount({ provider: 'local', providerAccountId: user.id }), null)
      assertContains(await adapter.getUser(before.id), before)
    },
  },
  {
    name: 'a nested transaction can fail alone',
    needs: ['transactions'],
    run: async ({ adapter }) => {
      const [kept, undone] = [newUser(), newUser()]
      await adapter.transaction(async (inner) => {
        await create(inner, kept)
        const part = inner.transaction?.(async (innermost) => {
          await create(innermost, undone)
          broken()
        })
        await assert.rejects(async () => part, Broken)
      })
      assertContains(await adapter.getUserByEmail(kept.email), { email: kept.email })
      assert.equal(await adapter.getUserByEmail(undone.email), null)
    },
  },
  {
    name: 'a nested transaction that loses a race fails alone, and the outer one reads the winner',
    needs: ['transactions', 'typed-violations'],
    run: async (context) => {
      const known = await storedUser(context)
      const found = await context.adapter.transaction(async (inner) => {
        const part = inner.transaction?.(async (innermost) => create(innermost, { ...newUser(), email: known.email }))
        await assert.rejects(async () => part, { name: 'UniqueViolation', constraint: 'email' })
        return inner.getUserByEmail?.(known.email)
      })
      assertContains(found, { id: known.id })
    },
  },
  {
    name: 'a failed transaction does not undo the writes of concurrent ones',
    needs: ['transactions'],
    run: async ({ adapter }) => {
      const users = Array.from({ length: 20 }, newUser)
      const work = (fails: boolean, user: (typeof users)[number]) => async (inner: Adapter) => {
        await create(inner, user)
        await inner.getUserByEmail?.('unknown@example.org')
        if (fails) broken()
      }
      await Promise.allSettled(users.map(async (user, i) => adapter.transaction(work(i % 2 === 1, user))))
      const found = await Promise.all(users.map(async ({ email }) => adapter.getUserByEmail(email)))
      assert.deepEqual(
        found.map((user) => user !== null),
        users.map((_, i) => i % 2 === 0),
      )
    },
  },
  {
    name: 'calls outside a failed transaction are kept',
    needs: ['transactions'],
    run: async (context) => {
      const failing = context.adapter.transaction(async (inner) => {
        await create(inner)
        await inner.getUserByEmail?.('unknown@example.org')
        broken()
      })
      const [user] = await Promise.all([storedUser(context), assert.rejects(failing, Broken)])
      assertContains(await context.adapter.getUser(user.id), { email: user.email })
    },
  },
  {
    name: 'calls on the outer adapter inside a transaction belong to it and do not deadlock',
    needs: ['transactions'],
    run: async ({ adapter }) => {
      const user = newUser()
      const work = async () => {
        await create(adapter, user)
        await adapter.transaction(async () => create(adapter))
        broken()
      }
      await assert.rejects(adapter.transaction(work), Broken)
      assert.equal(await adapter.getUserByEmail(user.email), null)
    },
  },
]
