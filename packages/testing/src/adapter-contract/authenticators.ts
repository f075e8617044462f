import assert from 'node:assert/strict'
import type { AdapterAuthenticator } from '@authwright/core/adapters'
import { assertHolds, type Case, storedUser } from './world.ts'

/** A passkey that a user does not have yet. */
export const authenticatorOf = (userId: string): AdapterAuthenticator => ({
  credentialID: crypto.randomUUID(),
  userId,
  providerAccountId: crypto.randomUUID(),
  credentialPublicKey: 'pQECAyYgASFYIA==',
  counter: 0,
  credentialDeviceType: 'multiDevice',
  credentialBackedUp: true,
  transports: 'internal,hybrid',
})

/** Rules about passkeys. */
export const authenticatorCases: readonly Case[] = [
  {
    name: 'createAuthenticator returns and stores what it was given, booleans as booleans',
    needs: ['authenticators'],
    run: async (world) => {
      for (const credentialBackedUp of [true, false]) {
        const authenticator = { ...authenticatorOf((await storedUser(world)).id), credentialBackedUp }
        assertHolds(await world.adapter.createAuthenticator(authenticator), authenticator)
        assertHolds(await world.adapter.getAuthenticator(authenticator.credentialID), authenticator)
      }
    },
  },
  {
    name: 'an unknown passkey is null, and its counter cannot be set',
    needs: ['authenticators'],
    run: async ({ adapter }) => {
      const id = crypto.randomUUID()
      assert.equal(await adapter.getAuthenticator(id), null)
      await assert.rejects(async () => adapter.updateAuthenticatorCounter(id, 1))
    },
  },
  {
    name: 'listAuthenticatorsByUserId is exactly the passkeys of one user',
    needs: ['authenticators'],
    run: async (world) => {
      const { adapter } = world
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const mine = [authenticatorOf(ada.id), authenticatorOf(ada.id)]
      for (const authenticator of [...mine, authenticatorOf(grace.id)]) await adapter.createAuthenticator(authenticator)
      const listed = await adapter.listAuthenticatorsByUserId(ada.id)
      const ids = (list: readonly AdapterAuthenticator[]) => list.map((item) => item.credentialID).toSorted()
      assert.deepEqual(ids(listed), ids(mine))
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(crypto.randomUUID()), [])
    },
  },
  {
    name: 'updateAuthenticatorCounter returns and stores the new counter',
    needs: ['authenticators'],
    run: async (world) => {
      const authenticator = authenticatorOf((await storedUser(world)).id)
      await world.adapter.createAuthenticator(authenticator)
      const counted = await world.adapter.updateAuthenticatorCounter(authenticator.credentialID, 4_294_967_295)
      assertHolds(counted, { ...authenticator, counter: 4_294_967_295 })
      assertHolds(await world.adapter.getAuthenticator(authenticator.credentialID), { counter: 4_294_967_295 })
    },
  },
  {
    name: 'updateAuthenticator and deleteAuthenticator touch one passkey',
    needs: ['authenticators', 'lists'],
    run: async (world) => {
      const { adapter } = world
      const { id } = await storedUser(world)
      const [one, two] = [authenticatorOf(id), authenticatorOf(id)]
      await adapter.createAuthenticator(one)
      await adapter.createAuthenticator(two)
      const changed = { credentialID: one.credentialID, credentialBackedUp: false }
      assertHolds(await adapter.updateAuthenticator(changed), { ...one, credentialBackedUp: false })
      await adapter.deleteAuthenticator(one.credentialID)
      assert.equal(await adapter.getAuthenticator(one.credentialID), null)
      assertHolds(await adapter.getAuthenticator(two.credentialID), two)
    },
  },
  {
    name: 'the passkeys of a deleted user are gone, and those of others are not',
    needs: ['authenticators', 'cascade'],
    run: async (world) => {
      const { adapter } = world
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const [lost, kept] = [authenticatorOf(ada.id), authenticatorOf(grace.id)]
      await adapter.createAuthenticator(lost)
      await adapter.createAuthenticator(kept)
      await adapter.deleteUser(ada.id)
      assert.equal(await adapter.getAuthenticator(lost.credentialID), null)
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(ada.id), [])
      assertHolds(await adapter.getAuthenticator(kept.credentialID), kept)
    },
  },
  {
    name: 'what a passkey is called, when it was made and used, and whom it knows are kept',
    needs: ['authenticators', 'lists'],
    run: async (world) => {
      const { adapter } = world
      const createdAt = new Date('2030-01-01T12:00:00.000Z')
      const made = { ...authenticatorOf((await storedUser(world)).id), userHandle: 'dXNlcg', name: 'Büro', createdAt }
      await adapter.createAuthenticator(made)
      const { credentialID } = made
      const changes = { credentialID, name: 'Zuhause', lastUsedAt: new Date('2031-01-01T00:00:00.123Z') }
      await adapter.updateAuthenticator(changes)
      assertHolds(await adapter.getAuthenticator(credentialID), { ...made, ...changes })
    },
  },
]
