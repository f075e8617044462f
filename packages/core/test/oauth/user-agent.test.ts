import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PRODUCT } from '../../src/web/guarded-fetch.ts'
import { customFetch } from '../../src/types/symbols.ts'
import { startOp, type Op } from './op.ts'
import { makeOAuthSetup, oauth, oidc, signIn, type OAuthSetup } from './oauth-setup.ts'

let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const names = (): (string | undefined)[] => op.seen.map(({ headers }) => headers['user-agent'])

test('the User-Agent is the name and version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(PRODUCT).toBe(`authwright/${version}`)
})

test('every request has the User-Agent of the library', async () => {
  op.offersPush = true
  await signIn(setup, op, oidc(op, { idToken: false }))
  expect(op.paths()).toEqual(['/.well-known/openid-configuration', '/par', '/token', '/jwks', '/me'])
  expect(new Set(names())).toEqual(new Set([PRODUCT]))
})

test('a request of a hook with the guarded fetch has it, too', async () => {
  const config = oauth(op, {
    userinfo: {
      request: async ({ fetch }) => (await fetch(new Request(`${op.issuer}/me`, { headers: { 'x-own': '1' } }))).json(),
    },
  })
  await signIn(setup, op, config)
  expect(op.seen.at(-1)?.headers).toMatchObject({ 'user-agent': PRODUCT, 'x-own': '1' })
})

test('an entry and customFetch can send another User-Agent', async () => {
  const own = oauth(op, { userinfo: { url: `${op.issuer}/me`, headers: { 'user-agent': 'shop/3' } } })
  await signIn(setup, op, own)
  expect(names()).toEqual([PRODUCT, 'shop/3'])
  op.reset()
  const renamed: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('user-agent', 'proxy/1')
    return fetch(input, { ...init, headers })
  }
  await signIn(setup, op, { ...oauth(op), [customFetch]: renamed })
  expect(new Set(names())).toEqual(new Set(['proxy/1']))
})
