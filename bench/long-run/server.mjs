// The server of the long run: a provider and a database that can be slow, for some users only.
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { customFetch } from '@authwright/core'
import Credentials from '@authwright/core/providers/credentials'
import { NodeAuth } from '@authwright/node'
import { oauth, openId, SECRET, silentLogger, USER } from '../fixtures.mjs'
import { hooks } from '../libraries/auth-interface.mjs'
import { makeIdentityProvider } from '../identity-provider.mjs'
import { SLOW_MS } from './slow.mjs'

const wait = () => new Promise((resolve) => void setTimeout(resolve, SLOW_MS))

/** @param {typeof fetch} fetch @returns {typeof fetch} */
const slowly = (fetch) => async (input, init) => {
  await wait()
  return fetch(input, init)
}

/** Sessions whose token begins with `slow` are read slowly. @param {any} adapter */
const slowForSome = (adapter) => ({
  ...adapter,
  getSessionAndUser: async (/** @type {string} */ token) => {
    if (token.startsWith('slow')) await wait()
    return adapter.getSessionAndUser(token)
  },
})

const common = { secret: SECRET, trustHost: true, logger: silentLogger, ...hooks }
const credentials = { credentials: {}, authorize: () => USER }

/** An engine with cookies, and one with a database, each below a path of its own. */
const makeEngines = async () => {
  const { fetch } = makeIdentityProvider()
  const adapter = sqliteAdapter({ database: new DatabaseSync(':memory:') })
  await adapter.migrate()
  const expires = new Date(Date.now() + 30 * 864e5)
  const user = await adapter.createUser({ ...USER, emailVerified: new Date() })
  for (const sessionToken of ['slow-session', 'fast-session'])
    await adapter.createSession({ sessionToken, userId: user.id, expires })
  const providers = [
    { ...oauth, [customFetch]: fetch },
    { ...openId, [customFetch]: fetch },
    { ...oauth, id: 'slow', name: 'Slow', [customFetch]: slowly(fetch) },
  ]
  return {
    cookies: NodeAuth({ ...common, basePath: '/auth', providers: [...providers, Credentials(credentials)] }),
    database: NodeAuth({
      ...common,
      basePath: '/database',
      providers,
      adapter: slowForSome(adapter),
      session: { strategy: 'database' },
      cookies: { sessionToken: { name: 'database-session' } },
    }),
  }
}

export const serve = async () => {
  const { cookies, database } = await makeEngines()
  return createServer((request, response) => {
    const auth = request.url?.startsWith('/database') ? database : cookies
    void auth(request, response, async () => {
      const session = await auth.auth(request, response)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(session))
    })
  })
}
