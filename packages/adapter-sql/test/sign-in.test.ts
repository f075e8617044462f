import { Auth } from '@authwright/core'
import { openBrowser } from '@authwright/testing'
import { startIdentityProvider, type IdentityProvider } from '@authwright/testing/identity-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { nodeMemory, over } from './databases.ts'

const origin = 'http://localhost:5173'
const secret = 'a secret of thirty-two characters'

let provider: IdentityProvider
beforeAll(async () => {
  const redirectUris = [`${origin}/auth/callback/local`]
  provider = await startIdentityProvider({ clients: [{ clientId: 'demo', clientSecret: 'demo-secret', redirectUris }] })
})
afterAll(() => provider.close())

/** An application over an adapter. Requests to other origins go to the network. */
const openApplication = (adapter: SqlAdapter) => {
  const local = { id: 'local', name: 'Local', type: 'oidc' as const, issuer: provider.issuer }
  const config = {
    adapter,
    secret,
    basePath: '/auth',
    trustHost: true,
    providers: [{ ...local, clientId: 'demo', clientSecret: 'demo-secret' }],
  }
  return (request: Request): Promise<Response> =>
    new URL(request.url).origin === origin ? Auth(request, config) : fetch(request)
}

/** Signs in as Ada, and returns the session. */
const signIn = async (handler: (request: Request) => Promise<Response>): Promise<unknown> => {
  const browser = openBrowser({ handler, origin })
  await browser.get('/auth/signin')
  await browser.submit({}, { press: 'Local', redirect: 'follow' })
  await browser.submit({}, { press: 'Ada', redirect: 'follow' })
  return (await browser.get(`${origin}/auth/session`)).json()
}

describe('signing in over SQLite', () => {
  test('creates a session', async () => {
    const { adapter, dump } = over(nodeMemory())
    expect(await signIn(openApplication(adapter))).toMatchObject({
      user: { email: 'ada@example.org', name: 'Ada Lovelace' },
    })
    expect(dump()).toContain('ada@example.org')
  })

  test('for the first time in ten browsers at once creates one user with one account and ten sessions', async () => {
    const { adapter, database } = over(nodeMemory())
    const handler = openApplication(adapter)
    const sessions = await Promise.all(Array.from({ length: 10 }, () => signIn(handler)))
    for (const session of sessions) expect(session).toMatchObject({ user: { email: 'ada@example.org' } })
    const countOf = (table: string) => database.prepare(`select count(*) as count from ${table}`).get()
    expect([countOf('users'), countOf('accounts'), countOf('sessions')]).toEqual([
      { count: 1 },
      { count: 1 },
      { count: 10 },
    ])
  }, 20_000)
})
