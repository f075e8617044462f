import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as published from '@auth/express'
import publishedCredentials from '@auth/express/providers/credentials'
import { fromAuthJs } from '@authwright/core/compat'
import credentials from '@authwright/core/providers/credentials'
import * as ours from '@authwright/node/express'
import { openBrowser } from '@authwright/testing'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'

/** The names that the application imports. Moving over changes where they come from. */
interface Imports<Config> {
  readonly ExpressAuth: (config: Config) => unknown
  readonly getSession: (request: Request, config: Config) => Promise<object | null>
}

/** The example application of `@auth/express`: its middleware `currentSession` and `authenticatedUser`, and its routes. */
const makeApplication = <Config>({ ExpressAuth, getSession }: Imports<Config>, authConfig: Config) => {
  const currentSession = async (request: Request, response: Response, next: NextFunction) => {
    response.locals['session'] = await getSession(request, authConfig)
    next()
  }
  const authenticatedUser = async (request: Request, response: Response, next: NextFunction) => {
    const session: unknown = response.locals['session'] ?? (await getSession(request, authConfig))
    if (session === null) response.status(401).send('Unauthorized')
    else next()
  }
  const app = express()
  app.set('trust proxy', true)
  app.use(currentSession)
  app.use('/auth', ExpressAuth(authConfig) as RequestHandler)
  app.get('/protected', authenticatedUser, (_request, response) => void response.json(response.locals['session']))
  app.get('/api/protected', authenticatedUser, (_request, response) => void response.json(response.locals['session']))
  app.get('/', (_request, response) => void response.json(response.locals['session']))
  return createServer(app)
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const password = {
  credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
  authorize: ({ name, password: given }: Partial<Record<string, unknown>>) =>
    given === 'right' ? { id: '1', name: String(name) } : null,
}

test('an application of @auth/express keeps its users signed in after its imports are renamed', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret of the tests, long enough to be one')
  vi.stubEnv('AUTH_TRUST_HOST', 'true')
  const before = await listen(makeApplication(published, { providers: [publishedCredentials(password)] }))
  const browser = openBrowser({ origin: before })
  await browser.get('/auth/signin')
  await browser.submit({ name: 'Ann', password: 'right' }, { redirect: 'follow' })
  expect((await browser.get('/protected')).json()).toMatchObject({ user: { name: 'Ann' } })

  const until = new Date(Date.now() + 86_400_000)
  const config = fromAuthJs({ providers: [credentials(password)] }, { until })
  const after = await listen(makeApplication(ours, config))
  const moved = openBrowser({ origin: after })
  expect((await moved.get('/protected')).status).toBe(401)
  for (const { name, value } of browser.jar.list()) moved.jar.store(`${name}=${value}; Path=/`, new URL(after))
  for (const path of ['/', '/protected', '/api/protected', '/auth/session'])
    expect((await moved.get(path)).json()).toMatchObject({ user: { name: 'Ann' } })
  await moved.get('/auth/signout')
  await moved.submit()
  expect((await moved.get('/protected')).status).toBe(401)
  await moved.get('/auth/signin')
  await moved.submit({ name: 'Ben', password: 'right' }, { redirect: 'follow' })
  expect((await moved.get('/protected')).json()).toMatchObject({ user: { name: 'Ben' } })
})
