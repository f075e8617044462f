import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import GitHub from '../../src/providers/github.ts'
import { setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { allOf, readPage, textOf } from './read-page.ts'

const COOKIE = '__Host-authwright.last-provider'

const config = (more: Partial<AuthConfig> = {}): Partial<AuthConfig> => ({
  providers: [
    GitHub({ clientId: 'app', clientSecret: 'secret' }),
    Credentials({
      id: 'password',
      credentials: { password: { label: 'Password', type: 'password' } },
      authorize: ({ password }) => (password === 'right' ? { id: '1', name: 'Ann' } : null),
    }),
  ],
  ...more,
})

const badges = async (browser: TestBrowser, path = '/auth/signin'): Promise<readonly string[]> => {
  const page = readPage(await (await browser.get(path)).text())
  return allOf(page, 'small').map(textOf)
}

const firstOf = async (browser: TestBrowser): Promise<string | undefined> => {
  const page = readPage(await (await browser.get('/auth/signin')).text())
  return allOf(page, 'button').map(textOf)[0]?.trim()
}

describe('the provider of the last sign-in', () => {
  test('is first on the next visit, with a badge', async () => {
    const browser = setUpAuth(config()).browser()
    expect(await firstOf(browser)).toContain('GitHub')
    const done = await browser.post('/auth/callback/password', { password: 'right' })
    expect(done.headers.getSetCookie()).toContain(
      `${COOKIE}=password; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    )
    await browser.post('/auth/signout')
    expect(browser.cookies.get(COOKIE)).toBe('password')
    expect(await firstOf(browser)).toBe('Sign in Last used')
    expect(await badges(browser)).toEqual(['Last used'])
  })

  test('is stored once', async () => {
    const browser = setUpAuth(config()).browser()
    await browser.post('/auth/callback/password', { password: 'right' })
    const again = await browser.post('/auth/callback/password', { password: 'right' })
    expect(again.headers.getSetCookie().filter((line) => line.startsWith(COOKIE))).toEqual([])
  })

  test('is not stored after a failed sign-in', async () => {
    const browser = setUpAuth(config()).browser()
    await browser.post('/auth/callback/password', { password: 'wrong' })
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })

  test('is neither stored nor read with `rememberProvider: false`', async () => {
    const context = setUpAuth(config({ rememberProvider: false }))
    const browser = context.browser()
    await browser.post('/auth/callback/password', { password: 'right' })
    expect(browser.cookies.has(COOKIE)).toBe(false)
    expect(await badges(context.browser({ [COOKIE]: 'github' }))).toEqual([])
  })

  test('is ignored if the cookie does not contain the id of a configured provider', async () => {
    for (const value of ['gitlab', '"><script>', '__proto__', ''])
      expect(await badges(setUpAuth(config()).browser({ [COOKIE]: value }))).toEqual([])
  })

  test('has no badge on the page of a single provider', async () => {
    const context = setUpAuth(config())
    expect(await badges(context.browser({ [COOKIE]: 'github' }))).toEqual(['Last used'])
    expect(await badges(context.browser({ [COOKIE]: 'github' }), '/auth/signin/github')).toEqual([])
  })
})
