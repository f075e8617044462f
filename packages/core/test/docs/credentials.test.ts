import { setUpAuth } from '@authwright/test-kit/auth-setup'
import type crypto from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { config } from './shown/credentials.ts'
import { findByPassword, signUp } from './shown/users.ts'

/** The cost of each password that was hashed. */
const costs: unknown[] = []

// With the cost of the guide each password takes a part of a second, so it is only recorded.
vi.mock('node:crypto', async (importActual) => {
  const actual = await importActual<typeof crypto>()
  const scrypt = (
    ...[password, salt, length, options, callback]: [string, Buffer, number, crypto.ScryptOptions, () => void]
  ) => {
    costs.push(options)
    actual.scrypt(password, salt, length, { ...options, N: 2 }, callback)
  }
  return { ...actual, scrypt }
})

const PASSWORD = 'correct horse battery staple'

test('a user of docs/guides/credentials.md signs up, and signs in with this password only', async () => {
  const ada = await signUp(' Ada@Example.org', PASSWORD, 'Ada')
  expect(ada).toMatchObject({ name: 'Ada', email: 'ada@example.org' })

  const setup = setUpAuth(config)
  const browser = setup.browser()
  const signIn = (email: string, password: string) => browser.post('/auth/callback/credentials', { email, password })
  for (const [email, password] of [
    ['ada@example.org', 'wrong'],
    ['eve@example.org', PASSWORD],
  ] as const) {
    expect((await signIn(email, password)).headers.get('location')).toContain('error=CredentialsSignin')
    expect(await browser.session()).toBeNull()
  }
  await signIn('ADA@example.org', PASSWORD)
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada', email: 'ada@example.org' } })
  expect(setup.errors).toEqual([])
})

test('two sign-ups at once with one address make one user', async () => {
  const both = ['the password of Bob', 'the password of Eve'].map((password) =>
    signUp('bob@example.org', password, 'B'),
  )
  const users = (await Promise.all(both)).filter((user) => user !== null)
  expect(users).toHaveLength(1)
  expect(await signUp('bob@example.org', 'the password of Eve', 'Eve')).toBeNull()
  expect(await signUp('eve@example.org', 'short', 'Eve')).toBeNull()
})

test('an unknown address costs as much as a wrong password', async () => {
  await signUp('cat@example.org', PASSWORD, 'Cat')
  const costOf = async (email: string): Promise<unknown> => {
    costs.length = 0
    expect(await findByPassword(email, 'wrong')).toBeNull()
    return [...costs]
  }
  const cost = [{ N: 131_072, r: 8, p: 1, maxmem: 268_435_456 }]
  expect(await costOf('cat@example.org')).toEqual(cost)
  expect(await costOf('dan@example.org')).toEqual(cost)
})
