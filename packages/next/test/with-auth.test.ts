import { encode } from '@authwright/core/jwt'
import { NextRequest, NextResponse, type NextFetchEvent } from 'next/server.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getToken, withAuth, type WithAuthOptions } from '../src/v4.ts'
import { findBasePath } from '../src/v4/options.ts'

const secret = 'a secret of the tests, thirty-two characters and more'
const ORIGIN = 'https://app.test'
const OWN = '__Host-authwright.session-token'
const event = {} as NextFetchEvent

beforeEach(() => {
  vi.stubEnv('NEXTAUTH_SECRET', secret)
  vi.stubEnv('NEXTAUTH_URL', ORIGIN)
})
afterEach(() => vi.unstubAllEnvs())

const sealed = (salt: string) => encode({ token: { sub: 'ada', role: 'user' }, secret, salt })

const pageRequest = (path: string, cookies: Readonly<Record<string, string>> = {}): NextRequest => {
  const cookie = Object.entries(cookies).map((pair) => pair.join('='))
  return new NextRequest(`http://localhost:3000${path}`, {
    headers: { accept: 'text/html', cookie: cookie.join('; ') },
  })
}

const run = (request: NextRequest, options: WithAuthOptions = {}) => withAuth(options)(request, event)

describe('withAuth', () => {
  test('redirects a signed-out user to the sign-in page, at the origin of NEXTAUTH_URL', async () => {
    const response = await run(pageRequest('/admin?page=2'))
    expect(response?.status).toBe(302)
    expect(response?.headers.get('location')).toBe(`${ORIGIN}/api/auth/signin?callbackUrl=%2Fadmin%3Fpage%3D2`)
  })

  test('redirects to the sign-in page of the application, and lets it pass', async () => {
    const options = { pages: { signIn: '/login' } }
    expect((await run(pageRequest('/admin'), options))?.headers.get('location')).toBe(
      `${ORIGIN}/login?callbackUrl=%2Fadmin`,
    )
    expect(await run(pageRequest('/login'), options)).toBeUndefined()
  })

  test.each(['/api/auth/signin', '/_next/static/chunk.js', '/favicon.ico'])('lets %s pass', async (path) => {
    expect(await run(pageRequest(path))).toBeUndefined()
  })

  test.each(['/api/authors', '/_nextdoor'])('guards %s', async (path) => {
    expect((await run(pageRequest(path)))?.status).toBe(302)
  })

  test('lets a signed-in user pass, with the claims of the session', async () => {
    const request = pageRequest('/admin', { [OWN]: await sealed(OWN) })
    const proxy = withAuth(({ nextauth }) => NextResponse.json(nextauth.token?.['role']))
    expect(await (await proxy(request, event))?.json()).toBe('user')
    expect(await withAuth(request, event)).toBeUndefined()
  })

  test('refuses a user for whom authorized returns false', async () => {
    const options = { callbacks: { authorized: ({ token }) => token?.['role'] === 'admin' } } satisfies WithAuthOptions
    const cookies = { [OWN]: await sealed(OWN) }
    expect((await run(pageRequest('/admin', cookies), options))?.headers.get('location')).toBe(
      `${ORIGIN}/api/auth/error?error=AccessDenied`,
    )
    const script = pageRequest('/admin', cookies)
    script.headers.set('sec-fetch-mode', 'cors')
    expect((await run(script, options))?.status).toBe(403)
    script.headers.delete('cookie')
    expect((await run(script, options))?.status).toBe(401)
  })

  test('reads no cookie of an http site on an https site', async () => {
    const name = 'authwright.session-token'
    expect((await run(pageRequest('/admin', { [name]: await sealed(name) })))?.status).toBe(302)
    vi.stubEnv('NEXTAUTH_URL', 'http://app.test')
    expect(await run(pageRequest('/admin', { [name]: await sealed(name) }))).toBeUndefined()
  })

  test('throws without a secret, so that no request passes', async () => {
    vi.stubEnv('NEXTAUTH_SECRET', '')
    await expect(run(pageRequest('/admin', { [OWN]: 'token' }))).rejects.toThrow('secret')
  })
})

test('getToken takes the secret of the environment', async () => {
  expect(await getToken({ req: pageRequest('/', { [OWN]: await sealed(OWN) }) })).toMatchObject({ sub: 'ada' })
  expect(await getToken({ req: pageRequest('/', { [OWN]: 'token' }) })).toBeNull()
  expect(await getToken({ req: pageRequest('/', { [OWN]: 'token' }), raw: true })).toBe('token')
})

test('the path of NEXTAUTH_URL is the base path, unless the options have one', () => {
  expect(findBasePath({})).toBe('/api/auth')
  vi.stubEnv('NEXTAUTH_URL', `${ORIGIN}/shop/api/auth/`)
  expect(findBasePath({})).toBe('/shop/api/auth')
  expect(findBasePath({ basePath: '/members' })).toBe('/members')
})
