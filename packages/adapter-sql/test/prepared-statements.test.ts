import { expect, test } from 'vitest'
import { preparedStatements } from '../src/postgres/prepared-statements.ts'

const failWith = (members: object) => () => Promise.reject(Object.assign(new Error('refused'), members))
const stale = { code: '0A000', routine: 'RevalidateCachedQuery' }

/** The name with which a statement is sent. */
const nameOf = (prepared: ReturnType<typeof preparedStatements>, text: string, isReused = true) =>
  prepared.run(text, isReused, async ({ name }) => name)

test('a statement has the same name in every process, and two statements have different names', async () => {
  const [one, two] = [preparedStatements(true), preparedStatements(true)]
  const name = await nameOf(one, 'select 1')
  expect(name).toMatch(/^authwright_[\da-f]{32}$/)
  expect(await nameOf(two, 'select 1')).toBe(name)
  expect(await nameOf(one, 'select 2')).not.toBe(name)
})

test('the number of prepared statements is limited', async () => {
  const prepared = preparedStatements(true)
  const names = await Promise.all(Array.from({ length: 500 }, (_, i) => nameOf(prepared, `select ${i}`)))
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(200)
  expect(await nameOf(prepared, 'select 0')).toBe(names[0])
})

test('a statement that is not used again is not prepared, and none with `prepare: false`', async () => {
  expect(await nameOf(preparedStatements(true), 'begin', false)).toBeUndefined()
  expect(await nameOf(preparedStatements(false), 'select 1')).toBeUndefined()
})

test('all statements get new names after the definition of a table changed', async () => {
  const prepared = preparedStatements(true)
  const before = await nameOf(prepared, 'select 1')
  await expect(prepared.run('select 2', true, failWith(stale))).rejects.toThrow('refused')
  const after = await nameOf(prepared, 'select 1')
  expect(after).toMatch(/^authwright_/)
  expect(after).not.toBe(before)
})

test('failures of one change change the names once', async () => {
  const prepared = preparedStatements(true)
  const concurrent = Array.from({ length: 5 }, () => prepared.run('select 1', true, failWith(stale)))
  await Promise.allSettled(concurrent)
  const texts = await prepared.run('select 1', true, async ({ text }) => text)
  expect(texts).toBe('select 1 /* 1 */')
})

test.each(['26000', '42P05'])('after the error %s of a pooler no statement is prepared', async (code) => {
  const prepared = preparedStatements(true)
  await expect(prepared.run('select 1', true, failWith({ code }))).rejects.toThrow('refused')
  expect(await nameOf(prepared, 'select 1')).toBeUndefined()
})

test('any other error changes nothing', async () => {
  const prepared = preparedStatements(true)
  const before = await nameOf(prepared, 'select 1')
  await expect(prepared.run('select 1', true, failWith({ code: '23505' }))).rejects.toThrow('refused')
  expect(await nameOf(prepared, 'select 1')).toBe(before)
})
