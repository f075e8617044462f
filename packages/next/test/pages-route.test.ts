import { openBrowser } from '@authwright/testing'
import { startLoopback } from '@authwright/testing/local-server'
import type { NextApiRequest, NextApiResponse } from 'next'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getServerSession, NextAuth, type NextAuthOptions } from '../src/v4.ts'

beforeEach(() => {
  vi.stubEnv('NEXTAUTH_SECRET', 'a secret of the tests, thirty-two characters and more')
})
afterEach(() => vi.unstubAllEnvs())

const makeOptions = (): NextAuthOptions => ({
  providers: [
    {
      id: 'password',
      name: 'Password',
      type: 'credentials',
      credentials: { username: {}, password: { type: 'password' } },
      authorize: ({ username, password }) => (password === 'right' ? { id: '1', name: String(username) } : null),
    },
  ],
})

/** An API route as Next.js calls it: without its `basePath` in the URL, and with the parameters of the file. */
const serveBelow = async (base: string) => {
  const options = makeOptions()
  const handler = NextAuth(options)
  const server = await startLoopback(0, () => async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost')
    const path = pathname.slice(base.length)
    const nextauth = path.slice('/api/auth/'.length).split('/').map(decodeURIComponent)
    const added = {
      url: path + search,
      query: { nextauth },
      status: (code: number) => ({ end: () => response.writeHead(code).end() }),
    }
    if (path === '/api/me') response.end(JSON.stringify(await getServerSession(request, response, options)))
    else
      await handler(
        Object.assign(request, added) as unknown as NextApiRequest,
        Object.assign(response, { status: added.status }) as unknown as NextApiResponse,
      )
  })
  onTestFinished(() => server.close())
  vi.stubEnv('NEXTAUTH_URL', `${server.origin}${base}/api/auth`)
  return { origin: server.origin, browser: openBrowser({ origin: server.origin }) }
}

test.each(['', '/shop'])('an API route below the basePath "%s" of Next.js signs a user in', async (base) => {
  const { origin, browser } = await serveBelow(base)
  const providers = (await browser.get(`${base}/api/auth/providers`)).json()
  expect(providers).toMatchObject({ password: { callbackUrl: `${origin}${base}/api/auth/callback/password` } })
  await browser.get(`${base}/api/auth/signin?callbackUrl=${base}/api/me`)
  await browser.submit({ username: 'ada', password: 'right' })
  expect((await browser.follow()).json()).toMatchObject({ user: { name: 'ada' } })
})

test('an API route responds with 404 to an action that does not exist', async () => {
  const { browser } = await serveBelow('')
  expect((await browser.get('/api/auth/no-such-action')).status).toBe(404)
  expect((await browser.get('/api/auth/session%2f..')).status).toBe(404)
})
