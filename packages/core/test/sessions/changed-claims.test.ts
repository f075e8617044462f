import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { describe, expect, test } from 'vitest'
import type { JWT } from '../../src/index.ts'

const password = { id: 'password', name: 'Password', type: 'credentials' as const, credentials: {} }
const NAME = '__Host-authwright.session-token'

/** A browser that is signed in with these claims. `change` is the `jwt` callback of all later requests. */
const signedIn = async (claims: object, change: (token: JWT) => JWT) => {
  const { browser } = setUpAuth({
    providers: [{ ...password, authorize: () => ({ id: '1', name: 'Ada' }) }],
    callbacks: {
      jwt: ({ token, trigger }) => (trigger === 'signIn' ? { ...token, ...claims } : change(token)),
      session: ({ session, token }) => ({ ...session, token }),
    },
  })
  const ada = browser()
  await ada.post('/auth/callback/password')
  const cookie = () => ada.cookies.get(NAME)
  return { ada, cookie, read: async () => (await ada.session()) as unknown as { token: Record<string, unknown> } }
}

const claims = { roles: ['member'], plan: { name: 'free' }, list: '["a"]', count: 1 }

describe('a jwt callback', () => {
  test.each<[string, (token: JWT) => JWT]>([
    ['returns the same claims', (token) => token],
    ['returns equal claims', (token) => structuredClone(token)],
    ['returns the claims in another order', (token) => Object.fromEntries(Object.entries(token).toReversed())],
    ['adds a claim without a value', (token) => ({ ...token, more: undefined })],
    ['replaces a claim that sealing sets', (token) => ({ ...token, iat: 1, exp: 2, jti: 'other' })],
  ])('that %s does not write the cookie', async (_what, change) => {
    const { cookie, read } = await signedIn(claims, change)
    const before = cookie()
    await read()
    expect(cookie()).toBe(before)
  })

  test.each<[string, (token: JWT) => JWT, object]>([
    ['changes a claim', (token) => ({ ...token, count: 2 }), { count: 2 }],
    ['adds a claim', (token) => ({ ...token, more: null }), { more: null }],
    [
      'changes a list in place',
      (token) => {
        ;(token['roles'] as string[]).push('admin')
        return token
      },
      { roles: ['member', 'admin'] },
    ],
    [
      'changes an object in place',
      (token) => {
        ;(token['plan'] as { name: string }).name = 'paid'
        return token
      },
      { plan: { name: 'paid' } },
    ],
    [
      'replaces a text by its value',
      (token) => ({ ...token, list: JSON.parse(token['list'] as string) as unknown }),
      { list: ['a'] },
    ],
  ])('that %s writes the cookie', async (_what, change, expected) => {
    let isChanging = true
    const { cookie, read } = await signedIn(claims, (token) => {
      if (!isChanging) return token
      isChanging = false
      return change(token)
    })
    const before = cookie()
    await read()
    expect(cookie()).not.toBe(before)
    expect((await read()).token).toMatchObject(expected)
  })

  test('that removes a claim writes the cookie', async () => {
    const { cookie, read } = await signedIn(claims, ({ count: _count, ...token }) => token)
    const before = cookie()
    await read()
    expect(cookie()).not.toBe(before)
    expect((await read()).token).not.toHaveProperty('count')
  })

  test('that changes a value in place changes it for no other request', async () => {
    const { ada, read } = await signedIn(claims, (token) => {
      ;(token['roles'] as string[]).push('admin')
      return token
    })
    const old = Object.fromEntries(ada.cookies)
    for (let i = 0; i < 3; i += 1) {
      for (const [name, value] of Object.entries(old)) ada.cookies.set(name, value)
      expect((await read()).token['roles']).toEqual(['member', 'admin'])
    }
  })
})
