import { location, ORIGIN, setUpAuth } from '@authwright/test-kit/auth-setup'
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { kyselySchema } from '../src/schemas.ts'
import { nodeMemory, over } from './databases.ts'

const ann = { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: new Date(0) }
const password = { id: 'password', name: 'P', type: 'credentials' as const, credentials: {}, authorize: () => ann }
const WEEK = 604_800

/** A site whose users delete their account with a delay, and a browser in which Ann is signed in. */
const openSite = async (database: DatabaseSync, options: Parameters<typeof over>[1] = {}) => {
  const { adapter } = over(database, options)
  const setup = setUpAuth({
    adapter,
    providers: [password],
    origin: ORIGIN,
    account: { deletionDelay: WEEK },
    callbacks: { deleteUser: () => true },
  })
  if ((await adapter.getUser('u1')) === null) await adapter.createUser(ann)
  const browser = setup.browser()
  const signIn = () => browser.post('/auth/callback/password')
  await signIn()
  const request = () => browser.post('/auth/account', { action: 'delete-account', confirm: 'yes' })
  return { ...setup, adapter, browser, signIn, request }
}

describe('a delayed deletion over SQLite', () => {
  test('ends the sessions, asks at the next sign-in, and keeps the user', async () => {
    const { adapter, auth, browser, clock, request, signIn } = await openSite(nodeMemory())
    expect((await request()).status).toBe(200)
    expect((await adapter.getUser('u1'))?.deleteAt).toEqual(new Date(clock.now() + WEEK * 1000))
    expect(await adapter.listSessions('u1')).toEqual([])
    expect(location(await signIn())).toBe(`${ORIGIN}/auth/keep-account`)
    const html = await (await browser.get('/auth/keep-account')).text()
    const question = /name="question" value="([^"]*)"/.exec(html)?.[1] ?? ''
    await browser.post('/auth/keep-account', { choice: 'keep', question })
    expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
    expect((await adapter.getUser('u1'))?.deleteAt).toBeNull()
    clock.forward(WEEK)
    expect(await auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 })
  })

  test('deletes the user when it is due, also with two runs at once', async () => {
    const { adapter, auth, clock, request } = await openSite(nodeMemory())
    await request()
    clock.forward(WEEK)
    const runs = await Promise.all([auth.deleteDueUsers(), auth.deleteDueUsers()])
    expect(runs).toContainEqual({ deleted: 1, failed: 0 })
    expect(runs).toContainEqual({ deleted: 0, failed: 0 })
    expect(await adapter.getUser('u1')).toBeNull()
  })
})

describe('existing tables', () => {
  const tables = `
    create table "User" (id text primary key, name text, email text unique, "emailVerified" integer, image text);
    create table "Account" ("userId" text not null, type text not null, provider text not null,
      "providerAccountId" text not null, primary key (provider, "providerAccountId"));
    create table "Session" ("sessionToken" text primary key, "userId" text not null, expires integer not null);
    create table "VerificationToken" (identifier text not null, token text not null, expires integer not null,
      primary key (identifier, token))`

  test('without the column schedule nothing and say which column to add', async () => {
    const database = nodeMemory()
    database.exec(tables)
    const before = await openSite(database, { schema: kyselySchema })
    expect(location(await before.request())).toContain('/auth/error')
    expect(before.errors[0]).toMatchObject({ cause: { err: { message: expect.stringContaining('deleteAt') } } })
    expect(await before.browser.session()).not.toBeNull()
    await expect(before.auth.deleteDueUsers()).rejects.toMatchObject({ type: 'AdapterError' })

    database.exec('alter table "User" add column "deleteAt" integer')
    const after = await openSite(database, { schema: kyselySchema })
    expect((await after.request()).status).toBe(200)
    after.clock.forward(WEEK)
    expect(await after.auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 0 })
    expect(await after.adapter.getUser('u1')).toBeNull()
  })
})
