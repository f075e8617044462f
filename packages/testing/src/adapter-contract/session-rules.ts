import assert from 'node:assert/strict'
import type { AdapterUser } from '@authwright/core/adapters'
import {
  assertContains,
  concurrently,
  type Rule,
  inSeconds,
  storedAccount,
  storedSession,
  storedUser,
  storedUserWithReaders,
} from './rule.ts'

/** Rules about sessions. */
export const sessionCases: readonly Rule[] = [
  {
    name: 'createSession returns the session, and getSessionAndUser finds it with its user',
    run: async (context) => {
      const user = await storedUser(context)
      const session = { sessionToken: crypto.randomUUID(), userId: user.id, expires: inSeconds(7 * 86_400) }
      assertContains(await context.adapter.createSession(session), session)
      const found = await context.adapter.getSessionAndUser(session.sessionToken)
      assertContains(found?.session, session)
      assertContains(found?.user, user)
    },
  },
  {
    name: 'getSessionAndUser returns null for an unknown, empty or similar token',
    run: async (context) => {
      const { sessionToken } = await storedSession(context, (await storedUser(context)).id)
      for (const token of ['invalid', '', '%', `${sessionToken}x`, sessionToken.slice(1), sessionToken.toUpperCase()]) {
        if (token !== sessionToken) assert.equal(await context.adapter.getSessionAndUser(token), null, token)
      }
    },
  },
  {
    name: 'updateSession stores the new expiry exactly and keeps the user',
    run: async (context) => {
      const session = await storedSession(context, (await storedUser(context)).id)
      const expires = inSeconds(30 * 86_400)
      await context.adapter.updateSession({ sessionToken: session.sessionToken, expires })
      assertContains((await context.adapter.getSessionAndUser(session.sessionToken))?.session, { ...session, expires })
    },
  },
  {
    name: 'stores an expiry in the past and one after 2038 exactly',
    run: async (context) => {
      const user = await storedUser(context)
      for (const expires of [new Date('2001-01-01T00:00:00Z'), new Date('2101-01-01T00:00:00Z')]) {
        const sessionToken = crypto.randomUUID()
        await context.adapter.createSession({ sessionToken, userId: user.id, expires })
        const found = await context.adapter.getSessionAndUser(sessionToken)
        // An adapter may delete an expired session. It must not change its expiry.
        if (found !== null) assert.deepEqual(found.session.expires, expires)
        else assert.ok(expires.getTime() < Date.now())
      }
    },
  },
  {
    name: 'deleteSession ends one session and no other',
    run: async (context) => {
      const user = await storedUser(context)
      const [gone, kept] = [await storedSession(context, user.id), await storedSession(context, user.id)]
      await context.adapter.deleteSession(gone.sessionToken)
      assert.equal(await context.adapter.getSessionAndUser(gone.sessionToken), null)
      assertContains((await context.adapter.getSessionAndUser(kept.sessionToken))?.session, kept)
    },
  },
  {
    name: 'deleting or extending a deleted session does not fail and does not restore it',
    run: async (context) => {
      const session = await storedSession(context, (await storedUser(context)).id)
      await context.adapter.deleteSession(session.sessionToken)
      await context.adapter.deleteSession(session.sessionToken)
      await context.adapter.updateSession({ sessionToken: session.sessionToken, expires: inSeconds(60) })
      assert.equal(await context.adapter.getSessionAndUser(session.sessionToken), null)
    },
  },
  {
    name: 'a session that is deleted while it is extended stays deleted',
    run: async (context) => {
      const user = await storedUser(context)
      for (let round = 0; round < context.rounds; round += 1) {
        const { sessionToken } = await storedSession(context, user.id)
        await concurrently(4, (i) =>
          i === 1
            ? context.adapter.deleteSession(sessionToken)
            : context.adapter.updateSession({ sessionToken, expires: inSeconds(60) }),
        )
        assert.equal(await context.adapter.getSessionAndUser(sessionToken), null)
      }
    },
  },
  {
    name: 'rejects a second session with the same token',
    needs: ['uniqueness'],
    run: async (context) => {
      const session = await storedSession(context, (await storedUser(context)).id)
      const { id } = await storedUser(context)
      await assert.rejects(async () => context.adapter.createSession({ ...session, userId: id }))
      assertContains((await context.adapter.getSessionAndUser(session.sessionToken))?.session, session)
    },
  },
  {
    name: 'createSessionOfAccount stores a session only if the user has the account',
    needs: ['account-sessions'],
    run: async (context) => {
      const { adapter } = context
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const account = await storedAccount(context, ada.id)
      const sessionOf = ({ id }: AdapterUser) => ({
        sessionToken: crypto.randomUUID(),
        userId: id,
        expires: inSeconds(60),
      })
      const session = sessionOf(ada)
      assertContains(await adapter.createSessionOfAccount(session, account), session)
      assertContains((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
      const refused = [
        [sessionOf(grace), account],
        [sessionOf(ada), { ...account, provider: 'another' }],
        [sessionOf(ada), { ...account, providerAccountId: 'another' }],
      ] as const
      for (const [other, key] of refused) {
        assert.equal(await adapter.createSessionOfAccount(other, key), null)
        assert.equal(await adapter.getSessionAndUser(other.sessionToken), null)
      }
    },
  },
  {
    name: 'no session of an account is left if the account is removed, and the sessions after it',
    needs: ['account-sessions', 'lists'],
    run: async (context) => {
      const { adapter, rounds } = context
      const user = await storedUser(context)
      for (let round = 0; round < rounds; round += 1) {
        const account = await storedAccount(context, user.id)
        const tokens = Array.from({ length: 4 }, () => crypto.randomUUID())
        await concurrently(4, async (i) => {
          if (i === 1) {
            await adapter.unlinkAccount(account)
            await adapter.deleteSessions(user.id)
          }
          const session = { sessionToken: tokens[i] ?? '', userId: user.id, expires: inSeconds(60) }
          await adapter.createSessionOfAccount(session, account)
        })
        for (const token of tokens) assert.equal(await adapter.getSessionAndUser(token), null)
      }
    },
  },
  {
    name: 'rejects a session of an unknown user',
    needs: ['cascade'],
    run: async (context) => assert.rejects(async () => storedSession(context, crypto.randomUUID())),
  },
  {
    name: 'does not store session tokens in plain text',
    needs: ['hashes-at-rest'],
    run: async (context) => {
      const user = await storedUser(context)
      const { sessionToken } = await storedSession(context, user.id)
      const dump = await context.dump()
      assert.ok(dump.includes(user.id), 'the dump holds the rows')
      assert.ok(!dump.includes(sessionToken), 'the dump holds no session token')
    },
  },
  {
    name: 'listSessions returns the unexpired sessions of one user without usable tokens',
    needs: ['lists', 'hashes-at-rest'],
    run: async (context) => {
      const { adapter } = context
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const session = await storedSession(context, ada.id)
      await storedSession(context, grace.id)
      await adapter.createSession({ sessionToken: crypto.randomUUID(), userId: ada.id, expires: inSeconds(-60) })
      const listed = await adapter.listSessions(ada.id)
      assert.deepEqual(
        listed.map(({ userId, expires }) => ({ userId, expires })),
        [{ userId: ada.id, expires: session.expires }],
      )
      const handle = listed[0]?.sessionToken ?? ''
      assert.equal(await adapter.getSessionAndUser(handle), null)
      assert.ok(!(await adapter.updateSession({ sessionToken: handle, expires: inSeconds(60) })))
    },
  },
  {
    name: 'listSessions returns when and where a session began',
    needs: ['lists', 'session-origins'],
    run: async ({ adapter, ...context }) => {
      const user = await storedUser({ adapter, ...context })
      const sessionToken = crypto.randomUUID()
      const origin = { createdAt: new Date('2030-01-02T03:04:05Z'), browser: 'Firefox', system: 'Android' }
      await adapter.createSession({ sessionToken, userId: user.id, expires: inSeconds(60), ...origin })
      assertContains((await adapter.listSessions(user.id, sessionToken))[0], origin)
    },
  },
  {
    name: 'listSessions names the current session by its token',
    needs: ['lists'],
    run: async (context) => {
      const { adapter } = context
      const user = await storedUser(context)
      const current = await storedSession(context, user.id)
      const other = await storedSession(context, user.id)
      const listed = await adapter.listSessions(user.id, current.sessionToken)
      assert.equal(listed.filter(({ sessionToken }) => sessionToken === current.sessionToken).length, 1)
      await adapter.deleteSessions(user.id, current.sessionToken)
      const left = await adapter.listSessions(user.id, other.sessionToken)
      assert.equal(left.length, 1)
      assert.notEqual(left[0]?.sessionToken, other.sessionToken)
    },
  },
  {
    name: 'deleteSession ends a session by the token from listSessions',
    needs: ['lists'],
    run: async (context) => {
      const user = await storedUser(context)
      const { sessionToken } = await storedSession(context, user.id)
      const [listed] = await context.adapter.listSessions(user.id)
      await context.adapter.deleteSession(listed?.sessionToken ?? '')
      assert.equal(await context.adapter.getSessionAndUser(sessionToken), null)
    },
  },
  {
    name: 'deleteSessions ends all sessions of one user except the given one',
    needs: ['lists'],
    run: async (context) => {
      const { adapter } = context
      const [ada, grace] = [await storedUser(context), await storedUser(context)]
      const [here, there, other] = [
        await storedSession(context, ada.id),
        await storedSession(context, ada.id),
        await storedSession(context, grace.id),
      ]
      await adapter.deleteSessions(ada.id, here.sessionToken)
      assertContains((await adapter.getSessionAndUser(here.sessionToken))?.session, here)
      assert.equal(await adapter.getSessionAndUser(there.sessionToken), null)
      await adapter.deleteSessions(ada.id)
      assert.equal(await adapter.getSessionAndUser(here.sessionToken), null)
      assertContains((await adapter.getSessionAndUser(other.sessionToken))?.session, other)
    },
  },
  {
    name: 'revokeSessions stores the instant in the user, which every method returns',
    needs: ['revocation'],
    run: async (context) => {
      const { adapter } = context
      const { user: ada, readByEveryMethod } = await storedUserWithReaders(context)
      const grace = await storedUser(context)
      const sessionsRevokedAt = new Date('2031-02-03T04:05:06.789Z')
      await adapter.revokeSessions(ada.id, sessionsRevokedAt)
      for (const user of await readByEveryMethod()) assertContains(user, { id: ada.id, sessionsRevokedAt })
      assert.equal((await adapter.getUser(grace.id))?.sessionsRevokedAt ?? null, null)
    },
  },
  {
    name: 'revokeSessions rejects an unknown user',
    needs: ['revocation'],
    run: async ({ adapter }) =>
      assert.rejects(async () => adapter.revokeSessions(crypto.randomUUID(), new Date('2031-02-03T04:05:06.789Z'))),
  },
]
