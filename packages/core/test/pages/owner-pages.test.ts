import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { location, makeSite, ORIGIN } from '../support/site.ts'

const open = (path: string, config: Partial<AuthConfig>) => {
  const context = makeSite({ providers: [Credentials({ authorize: () => null })], ...config })
  return context.browser().get(path)
}

describe('an owner who names a built-in page as it is gets it', () => {
  test.each([
    ['/auth/signin', { signIn: '/auth/signin' }],
    ['/auth/signin/', { signIn: `${ORIGIN}/auth/signin` }],
    ['/auth/signin?error=AccessDenied', { signIn: '/auth/signin/' }],
    ['/auth/signout', { signOut: '/auth/signout' }],
    ['/auth/verify-request', { verifyRequest: '/auth/verify-request?x=1' }],
    ['/auth/error', { error: '/auth/error' }],
  ])('%s', async (path, pages) => {
    expect((await open(path, { pages })).status).toBe(200)
  })
})

test('the page for errors may be the sign-in page', async () => {
  const pages = { error: '/auth/signin' }
  expect(location(await open('/auth/error?error=AccessDenied', { pages }))).toBe(
    `${ORIGIN}/auth/signin?error=AccessDenied`,
  )
})

describe('a page that fails does not go in circles', () => {
  const throwing = (): never => {
    throw new Error('the redirect callback fails')
  }
  const callbacks = { redirect: throwing }

  test.each([
    ['where the page for errors asked for the sign-in', '/auth/signin?callbackUrl=%2Foops%3Fa%3Db', { error: '/oops' }],
    [
      'where it did with its whole address',
      `/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/oops/`)}`,
      { error: '/oops?x=1' },
    ],
    ['where the page for errors is the page itself', '/auth/signin?callbackUrl=%2Fa', { error: '/auth/signin' }],
  ])('%s', async (_, path, pages) => {
    const response = await open(path, { pages, callbacks })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('Something is wrong on our side')
  })

  test('and elsewhere leads to the page for errors', async () => {
    const response = await open('/auth/signin?callbackUrl=%2Fa', { pages: { error: '/oops' }, callbacks })
    expect(location(response)).toBe(`${ORIGIN}/oops?error=Configuration`)
  })

  test.each(['/auth/signin', '/auth/error', `${ORIGIN}/auth/signin?x=1`])(
    'nor when the configuration is wrong and the page for errors is %s',
    async (error) => {
      const response = await open('/auth/signin', { pages: { error }, secret: 'short' })
      expect(response.status).toBe(500)
      expect(response.headers.get('content-type')).toContain('text/html')
    },
  )

  test('nor is every page taken for one of ours where the base path is the root', async () => {
    const config = { basePath: '/', secret: 'short' }
    expect(location(await open('/signin', { ...config, pages: { error: '/oops' } }))).toBe(
      `${ORIGIN}/oops?error=Configuration`,
    )
    expect((await open('/signin', { ...config, pages: { error: '/error' } })).status).toBe(500)
  })

  test('nor is a page taken for another because its address contains it', async () => {
    const response = await open('/auth/signin?callbackUrl=%2Foops-and-more', {
      pages: { error: '/oops' },
      secret: 'short',
    })
    expect(location(response)).toBe(`${ORIGIN}/oops?error=Configuration`)
  })
})

describe('the owner’s own pages', () => {
  test('learn where a sign-out shall lead, when that was asked', async () => {
    const pages = { signOut: '/bye?x=1' }
    expect(location(await open('/auth/signout?callbackUrl=%2Fa', { pages }))).toBe(
      `${ORIGIN}/bye?x=1&callbackUrl=${encodeURIComponent(`${ORIGIN}/a`)}`,
    )
    const away = `/auth/signout?callbackUrl=${encodeURIComponent('https://evil.example/')}`
    expect(location(await open(away, { pages }))).toBe(
      `${ORIGIN}/bye?x=1&callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}`,
    )
  })

  test('may stand on another host, with a query of their own', async () => {
    const pages = { signIn: 'https://login.example/enter?tenant=7' }
    expect(location(await open('/auth/signin?error=SessionRequired', { pages }))).toBe(
      `https://login.example/enter?tenant=7&callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}&error=SessionRequired`,
    )
  })
})
