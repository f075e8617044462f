import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOp, type Op } from '../oauth/op.ts'
import { oidc } from '../oauth/oauth-setup.ts'
import {
  fullLocation,
  location,
  setUpAuth,
  ORIGIN,
  type AuthSetup,
  type TestBrowser,
} from '@authwright/test-kit/auth-setup'

// Ten providers. One of them accepts every connection and never responds.
let op: Op
let silent: Server
let silentOrigin: string
const knocks: Socket[] = []
let site: AuthSetup
beforeAll(async () => {
  op = await startOp()
  silent = createServer((socket) => void knocks.push(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  silentOrigin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const socket of knocks) socket.destroy()
  silent.close()
  await op.close()
})
const living = Array.from({ length: 9 }, (_, i) => `op${i}`)
beforeEach(() => {
  op.reset()
  for (const socket of knocks.splice(0)) socket.destroy()
  const dead = oidc(op, { id: 'dead', issuer: silentOrigin, timeout: 60_000 })
  site = setUpAuth({ providers: [dead, ...living.map((id) => oidc(op, { id, name: id }))] })
  op.now = () => Math.floor(site.clock.now() / 1000)
})

const signIn = async (visitor: TestBrowser, id: string): Promise<string> => {
  const url = new URL(fullLocation(await visitor.post(`/auth/signin/${id}`, { callbackUrl: '/members' })))
  return location(await visitor.get(`/auth/callback/${id}?${op.consent(url)}`))
}

/** The routes that do not need the silent provider. */
const everythingElse = async (): Promise<void> => {
  const visitor = site.browser()
  expect(await (await visitor.get('/auth/signin')).text()).toContain('/auth/signin/dead')
  expect(Object.keys((await (await visitor.get('/auth/providers')).json()) as object)).toHaveLength(10)
  expect((await visitor.get('/auth/csrf')).status).toBe(200)
  for (const id of living) expect(await signIn(site.browser(), id)).toBe(`${ORIGIN}/members`)
  expect(await signIn(visitor, 'op0')).toBe(`${ORIGIN}/members`)
  expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
  expect((await visitor.post('/auth/signout')).status).toBe(302)
}

describe('a silent provider among ten', () => {
  test('gets no request from routes that do not need it', async () => {
    await everythingElse()
    expect(knocks).toEqual([])
  })

  test('does not delay sign-ins at other providers', async () => {
    let ended = 0
    const waiting = Array.from({ length: 50 }, () =>
      site
        .browser()
        .post('/auth/signin/dead')
        .finally(() => (ended += 1)),
    )
    await expect.poll(() => knocks.length).toBe(1)
    await everythingElse()
    expect([ended, knocks.length]).toEqual([0, 1])
    for (const socket of knocks) socket.destroy()
    for (const end of await Promise.all(waiting)) expect(location(end)).toContain('error=OAuthSignInError')
  })
})
