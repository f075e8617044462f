import assert from 'node:assert/strict'
import { assertHolds, atOnce, type Case, inSeconds, storedSession, storedUser } from './world.ts'

/** Rules about sessions. */
export const sessionCases: readonly Case[] = [
  {
    name: 'createSession returns what it was given, and getSessionAndUser finds it with its user',
    run: async (world) => {
      const user = await storedUser(world)
      const session = { sessionToken: crypto.randomUUID(), userId: user.id, expires: inSeconds(7 * 86_400) }
      assertHolds(await world.adapter.createSession(session), session)
      const found = await world.adapter.getSessionAndUser(session.sessionToken)
      assertHolds(found?.session, session)
      assertHolds(found?.user, user)
    },
  },
  {
    name: 'getSessionAndUser of an unknown, empty or look-alike token is null',
    run: async (world) => {
      const { sessionToken } = await storedSession(world, (await storedUser(world)).id)
      for (const token of ['invalid', '', '%', `${sessionToken}x`, sessionToken.slice(1), sessionToken.toUpperCase()]) {
        if (token !== sessionToken) assert.equal(await world.adapter.getSessionAndUser(token), null, token)
      }
    },
  },
  {
    name: 'updateSession stores the new instant exactly and leaves the owner',
    run: async (world) => {
      const session = await storedSession(world, (await storedUser(world)).id)
      const expires = inSeconds(30 * 86_400)
      await world.adapter.updateSession({ sessionToken: session.sessionToken, expires })
      assertHolds((await world.adapter.getSessionAndUser(session.sessionToken))?.session, { ...session, expires })
    },
  },
  {
    name: 'an instant in the past and one after 2038 are kept as they are',
    run: async (world) => {
      const user = await storedUser(world)
      for (const expires of [new Date('2001-01-01T00:00:00Z'), new Date('2101-01-01T00:00:00Z')]) {
        const sessionToken = crypto.randomUUID()
        await world.adapter.createSession({ sessionToken, userId: user.id, expires })
        const found = await world.adapter.getSessionAndUser(sessionToken)
        // An adapter may take an expired session away; it may not change its end.
        if (found !== null) assert.deepEqual(found.session.expires, expires)
        else assert.ok(expires.getTime() < Date.now())
      }
    },
  },
  {
    name: 'deleteSession ends one session and no other',
    run: async (world) => {
      const user = await storedUser(world)
      const [gone, kept] = [await storedSession(world, user.id), await storedSession(world, user.id)]
      await world.adapter.deleteSession(gone.sessionToken)
      assert.equal(await world.adapter.getSessionAndUser(gone.sessionToken), null)
      assertHolds((await world.adapter.getSessionAndUser(kept.sessionToken))?.session, kept)
    },
  },
  {
    name: 'deleting and prolonging what is not there is no error and brings nothing back',
    run: async (world) => {
      const session = await storedSession(world, (await storedUser(world)).id)
      await world.adapter.deleteSession(session.sessionToken)
      await world.adapter.deleteSession(session.sessionToken)
      await world.adapter.updateSession({ sessionToken: session.sessionToken, expires: inSeconds(60) })
      assert.equal(await world.adapter.getSessionAndUser(session.sessionToken), null)
    },
  },
  {
    name: 'a session that is deleted while it is prolonged stays deleted',
    run: async (world) => {
      const user = await storedUser(world)
      for (let round = 0; round < world.rounds; round += 1) {
        const { sessionToken } = await storedSession(world, user.id)
        await atOnce(4, (i) =>
          i === 1
            ? world.adapter.deleteSession(sessionToken)
            : world.adapter.updateSession({ sessionToken, expires: inSeconds(60) }),
        )
        assert.equal(await world.adapter.getSessionAndUser(sessionToken), null)
      }
    },
  },
  {
    name: 'one session token is one session',
    needs: ['uniqueness'],
    run: async (world) => {
      const session = await storedSession(world, (await storedUser(world)).id)
      const { id } = await storedUser(world)
      await assert.rejects(async () => world.adapter.createSession({ ...session, userId: id }))
      assertHolds((await world.adapter.getSessionAndUser(session.sessionToken))?.session, session)
    },
  },
  {
    name: 'a session of nobody is refused',
    needs: ['cascade'],
    run: async (world) => assert.rejects(async () => storedSession(world, crypto.randomUUID())),
  },
  {
    name: 'no session token is stored as it is',
    needs: ['hashes-at-rest'],
    run: async (world) => {
      const user = await storedUser(world)
      const { sessionToken } = await storedSession(world, user.id)
      const dump = await world.dump()
      assert.ok(dump.includes(user.id), 'the dump holds the rows')
      assert.ok(!dump.includes(sessionToken), 'the dump holds no session token')
    },
  },
  {
    name: 'listSessions shows the living sessions of one user and hands out nothing that opens one',
    needs: ['lists', 'hashes-at-rest'],
    run: async (world) => {
      const { adapter } = world
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const session = await storedSession(world, ada.id)
      await storedSession(world, grace.id)
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
    name: 'what listSessions names, deleteSession ends',
    needs: ['lists'],
    run: async (world) => {
      const user = await storedUser(world)
      const { sessionToken } = await storedSession(world, user.id)
      const [listed] = await world.adapter.listSessions(user.id)
      await world.adapter.deleteSession(listed?.sessionToken ?? '')
      assert.equal(await world.adapter.getSessionAndUser(sessionToken), null)
    },
  },
  {
    name: 'deleteSessions ends all sessions of one user but the one named',
    needs: ['lists'],
    run: async (world) => {
      const { adapter } = world
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      const [here, there, other] = [
        await storedSession(world, ada.id),
        await storedSession(world, ada.id),
        await storedSession(world, grace.id),
      ]
      await adapter.deleteSessions(ada.id, here.sessionToken)
      assertHolds((await adapter.getSessionAndUser(here.sessionToken))?.session, here)
      assert.equal(await adapter.getSessionAndUser(there.sessionToken), null)
      await adapter.deleteSessions(ada.id)
      assert.equal(await adapter.getSessionAndUser(here.sessionToken), null)
      assertHolds((await adapter.getSessionAndUser(other.sessionToken))?.session, other)
    },
  },
]
