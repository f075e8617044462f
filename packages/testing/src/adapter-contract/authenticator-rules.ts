import assert from 'node:assert/strict'
import type { AdapterAuthenticator } from '@authwright/core/adapters'
import { assertContains, type Rule, storedUser } from './rule.ts'

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
export const authenticatorCases: readonly Rule[] = [
  {
    name: 'createAuthenticator returns and stores what it was given, booleans as booleans',
    needs: ['authenticators'],
    run: async (context) => {
      for (const credentialBackedUp of [true, false]) {
        const authenticator = { ...authenticatorOf((await storedUser(context)).id), credentialBackedUp }
        assertContains(await context.adapter.createAuthenticator(authenticator), authenticator)
        assertContains(await context.adapter.getAuthenticator(authenticator.credentialID), authenticator)
      }
    },
  },
  {
    name: 'an unknown passkey is null, and setting its counter fails',
    needs: ['authenticators'],
    run: async ({ adapter }) => {
      const id = crypto.randomUUID()
      assert.equal(await adapter.getAuthenticator(id), null)
      await assert.rejects(async () => adapter.updateAuthenticatorCounter(id, 1))
    },
  },
  {
    name: 'listAuthenticatorsByUserId returns exactly the passkeys of one user',
    needs: ['authenticators'],
    run: async (context) => {
      const { adapter } = context
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
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
    run: async (context) => {
      const authenticator = authenticatorOf((await storedUser(context)).id)
      await context.adapter.createAuthenticator(authenticator)
      const counted = await context.adapter.updateAuthenticatorCounter(authenticator.credentialID, 4_294_967_295)
      assertContains(counted, { ...authenticator, counter: 4_294_967_295 })
      assertContains(await context.adapter.getAuthenticator(authenticator.credentialID), { counter: 4_294_967_295 })
    },
  },
  {
    name: 'updateAuthenticator and deleteAuthenticator change one passkey only',
    needs: ['authenticators', 'lists'],
    run: async (context) => {
      const { adapter } = context
      const { id } = await storedUser(context)
      const [one, two] = [authenticatorOf(id), authenticatorOf(id)]
      await adapter.createAuthenticator(one)
      await adapter.createAuthenticator(two)
      const changed = { credentialID: one.credentialID, credentialBackedUp: false }
      assertContains(await adapter.updateAuthenticator(changed), { ...one, credentialBackedUp: false })
      await adapter.deleteAuthenticator(one.credentialID)
      assert.equal(await adapter.getAuthenticator(one.credentialID), null)
      assertContains(await adapter.getAuthenticator(two.credentialID), two)
    },
  },
  {
    name: 'deleteUser deletes the passkeys of that user and of no other',
    needs: ['authenticators', 'cascade'],
    run: async (context) => {
      const { adapter } = context
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const [lost, kept] = [authenticatorOf(ada.id), authenticatorOf(grace.id)]
      await adapter.createAuthenticator(lost)
      await adapter.createAuthenticator(kept)
      await adapter.deleteUser(ada.id)
      assert.equal(await adapter.getAuthenticator(lost.credentialID), null)
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(ada.id), [])
      assertContains(await adapter.getAuthenticator(kept.credentialID), kept)
    },
  },
  {
    name: 'stores the name, the model, the creation, the last use and the user handle of a passkey',
    needs: ['authenticators', 'lists'],
    run: async (context) => {
      const { adapter } = context
      const createdAt = new Date('2030-01-01T12:00:00.000Z')
      const made = {
        ...authenticatorOf((await storedUser(context)).id),
        userHandle: 'dXNlcg',
        name: 'Büro',
        aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d',
        createdAt,
      }
      await adapter.createAuthenticator(made)
      const { credentialID } = made
      const changes = { credentialID, name: 'Zuhause', lastUsedAt: new Date('2031-01-01T00:00:00.123Z') }
      await adapter.updateAuthenticator(changes)
      assertContains(await adapter.getAuthenticator(credentialID), { ...made, ...changes })
    },
  },
]
