import assert from 'node:assert/strict'
import { assertHolds, atOnce, type Case, inSeconds, type World } from './world.ts'

const storedToken = async ({ adapter }: World, expires = inSeconds(900)) => {
  const given = { identifier: `${crypto.randomUUID()}@example.org`, token: crypto.randomUUID(), expires }
  await adapter.createVerificationToken(given)
  return given
}

/** Rules about one-time tokens and counters. */
export const tokenCases: readonly Case[] = [
  {
    name: 'a one-time token comes back exactly once, with exactly its three members',
    run: async (world) => {
      const { identifier, token, expires } = await storedToken(world)
      assert.deepEqual(
        { ...(await world.adapter.useVerificationToken({ identifier, token })) },
        { identifier, token, expires },
      )
      assert.equal(await world.adapter.useVerificationToken({ identifier, token }), null)
    },
  },
  {
    name: 'a one-time token that is stored once more is used once all the same',
    needs: ['uniqueness'],
    run: async (world) => {
      const given = await storedToken(world)
      // Whether that is refused or changes nothing is the adapter's to say.
      await atOnce(1, () => world.adapter.createVerificationToken(given))
      assertHolds(await world.adapter.useVerificationToken(given), { token: given.token })
      assert.equal(await world.adapter.useVerificationToken(given), null)
    },
  },
  {
    name: 'a one-time token counts for its own identifier only',
    run: async (world) => {
      const [mine, theirs] = [await storedToken(world), await storedToken(world)]
      assert.equal(await world.adapter.useVerificationToken({ identifier: theirs.identifier, token: mine.token }), null)
      assert.equal(await world.adapter.useVerificationToken({ identifier: '', token: mine.token }), null)
      assertHolds(await world.adapter.useVerificationToken({ identifier: mine.identifier, token: mine.token }), mine)
    },
  },
  {
    name: 'blank and partial tokens match nothing',
    run: async (world) => {
      const { identifier, token } = await storedToken(world)
      for (const wrong of ['', ' ', 'null', 'undefined', '%', token.slice(0, -1), `${token} `]) {
        assert.equal(await world.adapter.useVerificationToken({ identifier, token: wrong }), null)
      }
      assertHolds(await world.adapter.useVerificationToken({ identifier, token }), { token })
    },
  },
  {
    name: 'using one token of an address leaves its others',
    run: async (world) => {
      const { adapter } = world
      const first = await storedToken(world)
      const second = { ...first, token: crypto.randomUUID() }
      await adapter.createVerificationToken(second)
      assertHolds(await adapter.useVerificationToken(first), { token: first.token })
      assertHolds(await adapter.useVerificationToken(second), { token: second.token })
    },
  },
  {
    name: 'deleteVerificationTokens removes every token of an identifier, and of no other',
    needs: ['token-removal'],
    run: async (world) => {
      const { adapter } = world
      const [first, theirs] = [await storedToken(world), await storedToken(world)]
      const second = { ...first, token: crypto.randomUUID() }
      await adapter.createVerificationToken(second)
      await adapter.deleteVerificationTokens(first.identifier)
      assert.equal(await adapter.useVerificationToken(first), null)
      assert.equal(await adapter.useVerificationToken(second), null)
      await adapter.deleteVerificationTokens(first.identifier)
      assertHolds(await adapter.useVerificationToken(theirs), { token: theirs.token })
    },
  },
  {
    name: 'of 50 who use a token at once, exactly one has it',
    needs: ['single-use'],
    run: async (world) => {
      for (let round = 0; round < world.rounds; round += 1) {
        const { identifier, token } = await storedToken(world)
        const use = async () => world.adapter.useVerificationToken({ identifier, token })
        const results = await Promise.all(Array.from({ length: 50 }, use))
        assert.equal(results.filter((result) => result !== null).length, 1)
      }
    },
  },
  {
    name: 'a token whose time is over is never handed out as living',
    run: async (world) => {
      const expires = inSeconds(-60)
      const { identifier, token } = await storedToken(world, expires)
      const used = await world.adapter.useVerificationToken({ identifier, token })
      if (used !== null) assert.deepEqual(used.expires, expires)
      assert.equal(await world.adapter.useVerificationToken({ identifier, token }), null)
    },
  },
  {
    name: 'no one-time token is stored as it is',
    needs: ['hashes-at-rest'],
    run: async (world) => {
      const { identifier, token } = await storedToken(world)
      const dump = await world.dump()
      assert.ok(dump.includes(identifier), 'the dump holds the rows')
      assert.ok(!dump.includes(token), 'the dump holds no one-time token')
    },
  },
  {
    name: 'incrementCounter counts each call once, by key, however many come at once',
    needs: ['counter'],
    run: async ({ adapter }) => {
      const [key, other] = [crypto.randomUUID(), crypto.randomUUID()]
      const count = async () => adapter.incrementCounter(key, inSeconds(60))
      const counts = await Promise.all(Array.from({ length: 20 }, count))
      assert.deepEqual(
        counts.toSorted((a, b) => a - b),
        Array.from({ length: 20 }, (_, i) => i + 1),
      )
      assert.equal(await adapter.incrementCounter(other, inSeconds(60)), 1)
    },
  },
  {
    name: 'incrementCounter starts over when its time is over, and not before',
    needs: ['counter'],
    run: async ({ adapter }) => {
      const [over, alive] = [crypto.randomUUID(), crypto.randomUUID()]
      await adapter.incrementCounter(over, inSeconds(-60))
      assert.equal(await adapter.incrementCounter(over, inSeconds(60)), 1)
      await adapter.incrementCounter(alive, inSeconds(60))
      assert.equal(await adapter.incrementCounter(alive, inSeconds(-60)), 2)
      assert.equal(await adapter.incrementCounter(alive, inSeconds(60)), 3)
    },
  },
]
