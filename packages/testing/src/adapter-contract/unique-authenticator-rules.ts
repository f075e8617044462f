import assert from 'node:assert/strict'
import { authenticatorOf } from './authenticator-rules.ts'
import { assertContains, concurrently, type Rule, storedUser } from './rule.ts'

/** Rules about the unique credential id, by which a sign-in finds its passkey. */
export const uniqueAuthenticatorRules: readonly Rule[] = [
  {
    name: 'rejects a stored passkey for any user and changes nothing',
    needs: ['authenticators', 'unique-authenticators'],
    run: async (context) => {
      const { adapter } = context
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const known = authenticatorOf(ada.id)
      await adapter.createAuthenticator(known)
      for (const { id } of [ada, grace]) {
        const again = { ...authenticatorOf(id), credentialID: known.credentialID, counter: 7 }
        await assert.rejects(async () => adapter.createAuthenticator(again))
        assertContains(await adapter.getAuthenticator(known.credentialID), known)
      }
      const listed = await adapter.listAuthenticatorsByUserId(ada.id)
      assert.equal(listed.length, 1)
      assertContains(listed[0], known)
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(grace.id), [])
    },
  },
  {
    name: 'of concurrent createAuthenticator calls for one passkey, exactly one succeeds',
    needs: ['authenticators', 'unique-authenticators'],
    run: async (context) => {
      const { adapter } = context
      const users = [await storedUser(context), await storedUser(context)]
      for (let round = 0; round < context.rounds; round += 1) {
        const credentialID = crypto.randomUUID()
        const owners: string[] = []
        const attempts = Array.from({ length: 5 }, () => users).flat()
        const { kept } = await concurrently(attempts.length, async (i) => {
          const { userId } = await adapter.createAuthenticator({
            ...authenticatorOf(attempts[i]?.id ?? ''),
            credentialID,
          })
          owners.push(userId)
        })
        assert.equal(kept, 1)
        assertContains(await adapter.getAuthenticator(credentialID), { userId: owners[0] })
      }
      const lists = await Promise.all(users.map(async ({ id }) => adapter.listAuthenticatorsByUserId(id)))
      assert.equal(lists.flat().length, context.rounds)
    },
  },
  {
    name: 'a second createAuthenticator for a passkey throws UniqueViolation',
    needs: ['authenticators', 'unique-authenticators', 'typed-violations'],
    run: async (context) => {
      const authenticator = authenticatorOf((await storedUser(context)).id)
      await context.adapter.createAuthenticator(authenticator)
      const again = async () => context.adapter.createAuthenticator(authenticator)
      await assert.rejects(again, { name: 'UniqueViolation', constraint: 'authenticator' })
    },
  },
]
