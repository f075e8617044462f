import assert from 'node:assert/strict'
import type { AdapterUser } from '@authwright/core/adapters'
import { assertHolds, atOnce, type Case, newUser, storedUser } from './world.ts'

/** Rules about users. */
export const userCases: readonly Case[] = [
  {
    name: 'createUser returns and stores what it was given',
    run: async ({ adapter }) => {
      const user = { ...newUser(), emailVerified: new Date('2030-01-02T03:04:05.000Z') }
      const made = await adapter.createUser(user)
      assertHolds(made, { ...user, id: made.id })
      assertHolds(await adapter.getUser(made.id), { ...user, id: made.id })
    },
  },
  {
    name: 'getUser of an unknown id is null',
    run: async ({ adapter }) => assert.equal(await adapter.getUser(crypto.randomUUID()), null),
  },
  {
    name: 'getUserByEmail finds one user, and of an unknown address is null',
    run: async (world) => {
      const user = await storedUser(world)
      await storedUser(world)
      assertHolds(await world.adapter.getUserByEmail(user.email), user)
      assert.equal(await world.adapter.getUserByEmail('nobody@example.org'), null)
      assert.equal(await world.adapter.getUserByEmail(''), null)
    },
  },
  {
    name: 'an e-mail address is one address however its letters are written',
    needs: ['email-case', 'uniqueness'],
    run: async (world) => {
      const user = await storedUser(world)
      assertHolds(await world.adapter.getUserByEmail(user.email.toUpperCase()), { id: user.id })
      await assert.rejects(async () => storedUser(world, { email: user.email.toUpperCase() }))
    },
  },
  {
    name: 'updateUser changes what it names and nothing else',
    run: async (world) => {
      const user = await storedUser(world)
      assertHolds(await world.adapter.updateUser({ id: user.id, name: 'Grace' }), { ...user, name: 'Grace' })
      assertHolds(await world.adapter.getUser(user.id), { ...user, name: 'Grace' })
    },
  },
  {
    name: 'updateUser keeps the instant of emailVerified, and takes null',
    run: async (world) => {
      const user = await storedUser(world)
      const emailVerified = new Date('2031-02-03T04:05:06.000Z')
      assertHolds(await world.adapter.updateUser({ id: user.id, emailVerified }), { ...user, emailVerified })
      assertHolds(await world.adapter.getUser(user.id), { emailVerified })
      await world.adapter.updateUser({ id: user.id, emailVerified: null })
      assertHolds(await world.adapter.getUser(user.id), { emailVerified: null })
    },
  },
  {
    name: 'two users cannot have one e-mail address, made or changed to',
    needs: ['uniqueness'],
    run: async (world) => {
      const [ada, grace] = [await storedUser(world), await storedUser(world)]
      await assert.rejects(async () => storedUser(world, { email: ada.email }))
      await assert.rejects(async () => world.adapter.updateUser({ id: grace.id, email: ada.email }))
      assertHolds(await world.adapter.getUser(grace.id), { email: grace.email })
    },
  },
  {
    name: 'of many first sign-ins with one address at once, one makes the user',
    needs: ['uniqueness'],
    run: async (world) => {
      for (let round = 0; round < world.rounds; round += 1) {
        const { email } = newUser()
        const { kept } = await atOnce(10, () => storedUser(world, { email }))
        assert.equal(kept, 1)
      }
    },
  },
  {
    name: 'an id is of one user: another with it is refused, or is given a different one, also at once',
    needs: ['uniqueness'],
    run: async (world) => {
      const ada = await storedUser(world)
      const other = await storedUser(world, { id: ada.id }).catch(() => null)
      assert.notEqual(other?.id, ada.id)
      assertHolds(await world.adapter.getUser(ada.id), ada)
      for (let round = 0; round < world.rounds; round += 1) {
        const { id } = newUser()
        const made: AdapterUser[] = []
        await atOnce(5, async () => made.push(await storedUser(world, { id })))
        assert.ok(made.length > 0, 'nobody was stored')
        assert.equal(new Set(made.map((user) => user.id)).size, made.length)
        for (const user of made) assertHolds(await world.adapter.getUser(user.id), user)
      }
    },
  },
  {
    name: 'a lost race is an error named UniqueViolation that says what is there already',
    needs: ['typed-violations'],
    run: async (world) => {
      const { email } = await storedUser(world)
      await assert.rejects(async () => storedUser(world, { email }), { name: 'UniqueViolation', constraint: 'email' })
    },
  },
  {
    name: 'members without a column do no harm, nor do those of every object',
    needs: ['unknown-members'],
    run: async (world) => {
      const hostile: object = JSON.parse('{"__proto__":{"polluted":true},"constructor":"x","no such column":1}')
      const user = await storedUser(world, { ...hostile })
      assertHolds(await world.adapter.getUser(user.id), { id: user.id, email: user.email })
      assert.equal(Reflect.get({}, 'polluted'), undefined)
    },
  },
  {
    name: 'text is data: quotes, semicolons, other scripts and zero-width characters come back as they were',
    run: async (world) => {
      const name = `Robert'); drop table users;-- "ü" 漢字 \u200b 👩‍💻`
      const user = await storedUser(world, { name })
      assertHolds(await world.adapter.getUser(user.id), { name })
      assert.equal(await world.adapter.getUserByEmail(`' or '1'='1`), null)
    },
  },
  {
    name: 'a deleted user is gone, with accounts and sessions',
    needs: ['cascade'],
    run: async (world) => {
      const { adapter } = world
      const user = await storedUser(world)
      const key = { provider: 'local', providerAccountId: crypto.randomUUID() }
      await adapter.linkAccount({ ...key, type: 'oidc', userId: user.id })
      const sessionToken = crypto.randomUUID()
      await adapter.createSession({ sessionToken, userId: user.id, expires: new Date('2037-01-01T00:00:00Z') })
      await adapter.deleteUser(user.id)
      assert.equal(await adapter.getUser(user.id), null)
      assert.equal(await adapter.getUserByAccount(key), null)
      assert.equal(await adapter.getSessionAndUser(sessionToken), null)
      const again = await storedUser(world)
      await adapter.linkAccount({ ...key, type: 'oidc', userId: again.id })
      assertHolds(await adapter.getUserByAccount(key), { id: again.id })
    },
  },
]
