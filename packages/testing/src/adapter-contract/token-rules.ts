import assert from 'node:assert/strict'
import { assertContains, concurrently, type Rule, inSeconds, type RuleContext } from './rule.ts'

const storedToken = async ({ adapter }: RuleContext, expires = inSeconds(900)) => {
  const given = { identifier: `${crypto.randomUUID()}@example.org`, token: crypto.randomUUID(), expires }
  await adapter.createVerificationToken(given)
  return given
}

/** Rules about one-time tokens and counters. */
export const tokenCases: readonly Rule[] = [
  {
    name: 'useVerificationToken returns a token exactly once, with exactly its three members',
    run: async (context) => {
      const { identifier, token, expires } = await storedToken(context)
      assert.deepEqual(
        { ...(await context.adapter.useVerificationToken({ identifier, token })) },
        { identifier, token, expires },
      )
      assert.equal(await context.adapter.useVerificationToken({ identifier, token }), null)
    },
  },
  {
    name: 'a token that is stored twice is used once',
    needs: ['uniqueness'],
    run: async (context) => {
      const given = await storedToken(context)
      // The adapter decides whether that fails or changes nothing.
      await concurrently(1, () => context.adapter.createVerificationToken(given))
      assertContains(await context.adapter.useVerificationToken(given), { token: given.token })
      assert.equal(await context.adapter.useVerificationToken(given), null)
    },
  },
  {
    name: 'a token is valid for its own identifier only',
    run: async (context) => {
      const [mine, theirs] = [await storedToken(context), await storedToken(context)]
      assert.equal(
        await context.adapter.useVerificationToken({ identifier: theirs.identifier, token: mine.token }),
        null,
      )
      assert.equal(await context.adapter.useVerificationToken({ identifier: '', token: mine.token }), null)
      assertContains(
        await context.adapter.useVerificationToken({ identifier: mine.identifier, token: mine.token }),
        mine,
      )
    },
  },
  {
    name: 'blank and partial tokens match nothing',
    run: async (context) => {
      const { identifier, token } = await storedToken(context)
      for (const wrong of ['', ' ', 'null', 'undefined', '%', token.slice(0, -1), `${token} `]) {
        assert.equal(await context.adapter.useVerificationToken({ identifier, token: wrong }), null)
      }
      assertContains(await context.adapter.useVerificationToken({ identifier, token }), { token })
    },
  },
  {
    name: 'using a token of an address keeps its other tokens',
    run: async (context) => {
      const { adapter } = context
      const first = await storedToken(context)
      const second = { ...first, token: crypto.randomUUID() }
      await adapter.createVerificationToken(second)
      assertContains(await adapter.useVerificationToken(first), { token: first.token })
      assertContains(await adapter.useVerificationToken(second), { token: second.token })
    },
  },
  {
    name: 'getVerificationToken returns a token, with exactly its three members, and keeps it',
    needs: ['token-lookup'],
    run: async (context) => {
      const { adapter } = context
      const { identifier, token, expires } = await storedToken(context)
      const key = { identifier, token }
      for (let i = 0; i < 2; i += 1)
        assert.deepEqual({ ...(await adapter.getVerificationToken(key)) }, { identifier, token, expires })
      for (const wrong of ['', '%', `${token} `])
        assert.equal(await adapter.getVerificationToken({ identifier, token: wrong }), null)
      assert.equal(await adapter.getVerificationToken({ identifier: 'other@example.org', token }), null)
      assertContains(await adapter.useVerificationToken(key), { token })
      assert.equal(await adapter.getVerificationToken(key), null)
    },
  },
  {
    name: 'deleteVerificationTokens deletes every token of one identifier only',
    needs: ['token-removal'],
    run: async (context) => {
      const { adapter } = context
      const [first, theirs] = [await storedToken(context), await storedToken(context)]
      const second = { ...first, token: crypto.randomUUID() }
      await adapter.createVerificationToken(second)
      await adapter.deleteVerificationTokens(first.identifier)
      assert.equal(await adapter.useVerificationToken(first), null)
      assert.equal(await adapter.useVerificationToken(second), null)
      await adapter.deleteVerificationTokens(first.identifier)
      assertContains(await adapter.useVerificationToken(theirs), { token: theirs.token })
    },
  },
  {
    name: 'of 50 concurrent uses of a token, exactly one succeeds',
    needs: ['single-use'],
    run: async (context) => {
      for (let round = 0; round < context.rounds; round += 1) {
        const { identifier, token } = await storedToken(context)
        const use = async () => context.adapter.useVerificationToken({ identifier, token })
        const results = await Promise.all(Array.from({ length: 50 }, use))
        assert.equal(results.filter((result) => result !== null).length, 1)
      }
    },
  },
  {
    name: 'an expired token is never returned as valid',
    run: async (context) => {
      const expires = inSeconds(-60)
      const { identifier, token } = await storedToken(context, expires)
      const used = await context.adapter.useVerificationToken({ identifier, token })
      if (used !== null) assert.deepEqual(used.expires, expires)
      assert.equal(await context.adapter.useVerificationToken({ identifier, token }), null)
    },
  },
  {
    name: 'does not store verification tokens in plain text',
    needs: ['hashes-at-rest'],
    run: async (context) => {
      const { identifier, token } = await storedToken(context)
      const dump = await context.dump()
      assert.ok(dump.includes(identifier), 'the dump must contain the rows')
      assert.ok(!dump.includes(token), 'the dump must not contain the token')
    },
  },
  {
    name: 'incrementCounter counts each concurrent call once, by key',
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
    name: 'incrementCounter starts again when the counter has expired, and not before',
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
