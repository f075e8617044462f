import assert from 'node:assert/strict'
import type { Adapter } from '@authwright/core/adapters'
import { assertHolds, type Case, newUser, storedUser } from './world.ts'

class Broken extends Error {}

const broken = (): never => {
  throw new Broken('on purpose')
}

const create = (adapter: Adapter, user = newUser()) =>
  adapter.createUser === undefined
    ? assert.fail('the adapter in a transaction lacks createUser')
    : adapter.createUser(user)

/** Rules about transactions. */
export const transactionCases: readonly Case[] = [
  {
    name: 'a transaction that succeeds keeps everything and hands its value on',
    needs: ['transactions'],
    run: async ({ adapter }) => {
      const user = newUser()
      const made = await adapter.transaction(async (inner) => create(inner, user))
      assertHolds(await adapter.getUser(made.id), { email: user.email })
    },
  },
  {
    name: 'a transaction that fails keeps nothing and passes the failure on',
    needs: ['transactions'],
    run: async (world) => {
      const { adapter } = world
      const [before, user] = [await storedUser(world), newUser()]
      const work = async (inner: Adapter) => {
        const made = await create(inner, user)
        await inner.linkAccount?.({ provider: 'local', providerAccountId: made.id, type: 'oidc', userId: made.id })
        await inner.updateUser?.({ id: before.id, name: 'Changed' })
        broken()
      }
      await assert.rejects(adapter.transaction(work), Broken)
      assert.equal(await adapter.getUserByEmail(user.email), null)
      assert.equal(await adapter.getUserByAccount({ provider: 'local', providerAccountId: user.id }), null)
      assertHolds(await adapter.getUser(before.id), before)
    },
  },
  {
    name: 'a part of a transaction can fail alone',
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
      assertHolds(await adapter.getUserByEmail(kept.email), { email: kept.email })
      assert.equal(await adapter.getUserByEmail(undone.email), null)
    },
  },
  {
    name: 'a part of a transaction that loses a race fails alone, and the rest sees who won',
    needs: ['transactions', 'typed-violations'],
    run: async (world) => {
      const known = await storedUser(world)
      const found = await world.adapter.transaction(async (inner) => {
        const part = inner.transaction?.(async (innermost) => create(innermost, { ...newUser(), email: known.email }))
        await assert.rejects(async () => part, { name: 'UniqueViolation', constraint: 'email' })
        return inner.getUserByEmail?.(known.email)
      })
      assertHolds(found, { id: known.id })
    },
  },
  {
    name: 'transactions at once do not mix: those that fail undo their own work only',
    needs: ['transactions'],
    run: async ({ adapter }) => {
      const users = Array.from({ length: 20 }, newUser)
      const work = (fails: boolean, user: (typeof users)[number]) => async (inner: Adapter) => {
        await create(inner, user)
        await inner.getUserByEmail?.('nobody@example.org')
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
    name: 'calls beside a transaction that fails are kept',
    needs: ['transactions'],
    run: async (world) => {
      const failing = world.adapter.transaction(async (inner) => {
        await create(inner)
        await inner.getUserByEmail?.('nobody@example.org')
        broken()
      })
      const [user] = await Promise.all([storedUser(world), assert.rejects(failing, Broken)])
      assertHolds(await world.adapter.getUser(user.id), { email: user.email })
    },
  },
  {
    name: 'work that uses the outer adapter by mistake is part of its transaction and does not wait for itself',
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
