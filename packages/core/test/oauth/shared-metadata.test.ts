import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ResolvedOAuthProvider } from '../../src/protocols/oauth/resolve-oauth-provider.ts'
import { findServerMetadata } from '../../src/protocols/oauth/discovery.ts'
import { verifyJwt } from '../../src/protocols/oauth/id-token.ts'
import { customFetch } from '../../src/types/symbols.ts'
import { startOp, type Op } from './op.ts'
import { makeOAuthSetup, oidc, errorOf, resolve, signIn, start, type OAuthSetup } from './oauth-setup.ts'

const fail = (): never => {
  throw new Error('Every provider has a server')
}

const DISCOVERY = '/.well-known/openid-configuration'

let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const count = (path: string): number => op.paths().filter((seen) => seen === path).length
/** A provider that reads the right document and expects another issuer. */
const mistaken = () => oidc(op, { id: 'mistaken', wellKnown: op.issuer + DISCOVERY, issuer: 'https://another.example' })

describe('a discovery document that two tenants request at once', () => {
  test.each(['the mismatching one first', 'the mismatching one second'])('is validated for each, %s', async (order) => {
    const both = [() => errorOf(start(setup, mistaken())), () => signIn(setup, op, oidc(op))]
    if (order.endsWith('second')) both.reverse()
    const results = await Promise.all(both.map((begin) => begin()))
    expect(results).toContainEqual(expect.objectContaining({ subject: 'ann' }))
    expect(results).toContainEqual(
      expect.objectContaining({ cause: expect.objectContaining({ provider: 'mistaken', reason: 'another issuer' }) }),
    )
    expect(count(DISCOVERY)).toBe(1)
  })

  test('stays cached if it is valid for one of them', async () => {
    await signIn(setup, op, oidc(op))
    for (let i = 0; i < 3; i += 1) await errorOf(start(setup, mistaken()))
    await signIn(setup, op, oidc(op))
    expect(count(DISCOVERY)).toBe(1)
  })

  test('is reported as missing under the name of each', async () => {
    op.tamper.reply = () => ({ status: 500 })
    const ids = ['one', 'two', 'three']
    const refused = await Promise.all(ids.map((id) => errorOf(start(setup, oidc(op, { id })))))
    expect(refused.map(({ cause }) => cause['provider'])).toEqual(ids)
    expect(count(DISCOVERY)).toBe(1)
    expect(refused[1]?.cause).toMatchObject({ endpoint: 'discovery', reason: 'status', status: 500 })
  })

  test('is not aborted for the one with the longer timeout', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => void (release = resolve))
    const slow: typeof fetch = async (input, init) => {
      if (typeof input === 'string' && input.endsWith(DISCOVERY)) await gate
      return fetch(input, init)
    }
    const [impatient, patient] = [50, 10_000].map((timeout) => ({ ...oidc(op, { timeout }), [customFetch]: slow }))
    if (impatient === undefined || patient === undefined) throw new Error('two entries')
    const waiting = [errorOf(start(setup, impatient)), start(setup, patient)] as const
    expect((await waiting[0]).cause).toMatchObject({ reason: 'time-out' })
    release()
    expect((await waiting[1]).url.href).toContain(op.issuer)
  })
})

test('in workerd, where a request that was cut off never ends, no other request waits for it', async () => {
  vi.stubGlobal('WebSocketPair', class {})
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => void (release = resolve))
  let calls = 0
  const cutOff: typeof fetch = async (input, init) => {
    calls += 1
    if (calls === 1) await gate
    return fetch(input, init)
  }
  const config = { ...oidc(op), [customFetch]: cutOff }
  const waiting = start(setup, config)
  expect((await signIn(setup, op, config)).subject).toBe('ann')
  release()
  await waiting
})

test('a JWKS that two tenants request at once is reported as missing under the name of each, and is fetched again', async () => {
  const providers = ['one', 'two'].map((id) => resolve(oidc(op, { id })))
  const servers = await Promise.all(providers.map((provider) => findServerMetadata(provider, setup.runtime)))
  const jwt = await op.sign({ sub: 'ann' })
  const verify = (provider: ResolvedOAuthProvider, i: number) =>
    verifyJwt({ provider, server: servers[i] ?? fail(), runtime: setup.runtime }, 'id token', jwt, ['RS256'])
  op.tamper.reply = (path) => (path === '/jwks' ? { status: 503 } : undefined)
  const refused = await Promise.all(providers.map((provider, i) => errorOf(verify(provider, i))))
  expect(refused.map(({ cause }) => cause['provider'])).toEqual(['one', 'two'])
  expect(count('/jwks')).toBe(1)
  op.tamper = {}
  const verified = await Promise.all(providers.map(verify))
  expect(verified.map(({ claims }) => claims['sub'])).toEqual(['ann', 'ann'])
})
