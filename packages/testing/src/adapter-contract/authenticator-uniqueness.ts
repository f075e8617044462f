import assert from 'node:assert/strict'
import { authenticatorOf } from './authenticators.ts'
import { assertHolds, atOnce, type Case, storedUser } from './world.ts'

/** Rules about passkeys of which there is one only: the id is how a passkey that signs somebody in is found. */
export const authenticatorUniquenessCases: readonly Case[] = [
  {
    name: 'a passkey that is there is refused, whosever it would become, and nothing changes',
    needs: ['authenticators', 'unique-authenticators'],
    run: async (world) => {
      const { adapter } = world
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const known = authenticatorOf(ada.id)
      await adapter.createAuthenticator(known)
      for (const { id } of [ada, grace]) {
        const again = { ...authenticatorOf(id), credentialID: known.credentialID, counter: 7 }
        await assert.rejects(async () => adapter.createAuthenticator(again))
        assertHolds(await adapter.getAuthenticator(known.credentialID), known)
      }
      const listed = await adapter.listAuthenticatorsByUserId(ada.id)
      assert.equal(listed.length, 1)
      assertHolds(listed[0], known)
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(grace.id), [])
    },
  },
  {
    name: 'of many who store one passkey at once, one does, and it is theirs',
    needs: ['authenticators', 'unique-authenticators'],
    run: async (world) => {
      const { adapter } = world
      const users = [await storedUser(world), await storedUser(world)]
      for (let round = 0; round < world.rounds; round += 1) {
        const credentialID = crypto.randomUUID()
        const owners: string[] = []
        const attempts = Array.from({ length: 5 }, () => users).flat()
        const { kept } = await atOnce(attempts.length, async (i) => {
          const { userId } = await adapter.createAuthenticator({
            ...authenticatorOf(attempts[i]?.id ?? ''),
            credentialID,
          })
          owners.push(userId)
        })
        assert.equal(kept, 1)
        assertHolds(await adapter.getAuthenticator(credentialID), { userId: owners[0] })
      }
      const lists = await Promise.all(users.map(async ({ id }) => adapter.listAuthenticatorsByUserId(id)))
      assert.equal(lists.flat().length, world.rounds)
    },
  },
  {
    name: 'a passkey stored already is an error named UniqueViolation',
    needs: ['authenticators', 'unique-authenticators', 'typed-violations'],
    run: async (world) => {
      const authenticator = authenticatorOf((await storedUser(world)).id)
      await world.adapter.createAuthenticator(authenticator)
      const again = async () => world.adapter.createAuthenticator(authenticator)
      await assert.rejects(again, { name: 'UniqueViolation', constraint: 'authenticator' })
    },
  },
]
