import assert from 'node:assert/strict'
import { assertContains, type Rule, storedUser, storedUserWithReaders } from './rule.ts'

/** Long before the dates of other rules, because the store may be shared. */
const at = (minute: number): Date => new Date(Date.UTC(2001, 0, 1, 0, minute))

/** Rules about the delayed deletion of users. */
export const deletionRules: readonly Rule[] = [
  {
    name: 'scheduleUserDeletion stores the date in the user, which every method returns, and null removes it',
    needs: ['delayed-deletion'],
    run: async (context) => {
      const { adapter } = context
      const { user: ada, readByEveryMethod } = await storedUserWithReaders(context)
      const grace = await storedUser(context)
      const deleteAt = new Date('2031-02-03T04:05:06.000Z')
      await adapter.scheduleUserDeletion(ada.id, deleteAt)
      for (const user of await readByEveryMethod()) assertContains(user, { id: ada.id, deleteAt })
      assert.equal((await adapter.getUser(grace.id))?.deleteAt ?? null, null)
      await adapter.scheduleUserDeletion(ada.id, null)
      assert.equal((await adapter.getUser(ada.id))?.deleteAt ?? null, null)
    },
  },
  {
    name: 'scheduleUserDeletion rejects an unknown user',
    needs: ['delayed-deletion'],
    run: async ({ adapter }) => assert.rejects(async () => adapter.scheduleUserDeletion(crypto.randomUUID(), at(0))),
  },
  {
    name: 'listUsersToDelete returns the users who are due, the earliest first, up to the limit',
    needs: ['delayed-deletion'],
    run: async (context) => {
      const { adapter } = context
      const made = []
      for (const minute of [3, 1, 2, 4]) {
        const user = await storedUser(context)
        await adapter.scheduleUserDeletion(user.id, at(minute))
        made.push(user)
      }
      const [third, first, second, fourth] = made.map(({ id }) => id)
      const list = async (minute: number, limit: number) =>
        (await adapter.listUsersToDelete(at(minute), limit)).map(({ id }) => id)
      assert.deepEqual(await list(0, 10), [])
      assert.deepEqual(await list(3, 10), [first, second, third])
      assert.deepEqual(await list(3, 2), [first, second])
      assertContains((await adapter.listUsersToDelete(at(1), 1))[0], { id: first, deleteAt: at(1) })
      await adapter.scheduleUserDeletion(first ?? '', null)
      await adapter.deleteUser(second ?? '')
      assert.deepEqual(await list(4, 10), [third, fourth])
      for (const id of [third, fourth]) await adapter.deleteUser(id ?? '')
    },
  },
]
