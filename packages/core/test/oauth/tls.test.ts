import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as tls from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import certificates from '@authwright/test-kit/certificates.json' with { type: 'json' }
import { startOp } from './op.ts'
import type { Op } from './op.ts'
import { makeOAuthSetup, oidc, errorOf, signIn } from './oauth-setup.ts'
import type { OAuthSetup } from './oauth-setup.ts'

/** Node 22.19 and 24.5 and newer can be told whom to trust while they run. */
const canTrust = 'setDefaultCACertificates' in tls
const trusted = canTrust ? tls.getCACertificates('default') : []
const names = ['good', 'expired', 'early', 'other', 'self'] as const
type Name = (typeof names)[number]

let op: Op
let world: OAuthSetup
/** Requests that came through, TLS done. */
let heard: string[] = []
const servers = new Map<Name, Server>()

/** In front of the provider, with a certificate of its own. */
const startTls = async (name: Name): Promise<void> => {
  const server = createServer(certificates[name], (request, response) => {
    heard.push(`${name} ${request.url}`)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = 'GET', headers } = request
      const { authorization, 'content-type': type } = headers
      const kept = Object.entries({ authorization, 'content-type': type }).filter(
        (header): header is [string, string] => header[1] !== undefined,
      )
      const body = parts.length === 0 ? {} : { body: Buffer.concat(parts).toString() }
      void fetch(`${op.issuer}${request.url}`, { method, headers: kept, ...body }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        response.end(await answer.text())
      })
    })
  })
  // The handshake fails, which is the client's to tell.
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.set(name, server)
}

beforeAll(async () => {
  op = await startOp()
  await Promise.all(names.map(startTls))
  if (canTrust) tls.setDefaultCACertificates([...trusted, certificates.authority])
})
afterAll(async () => {
  if (canTrust) tls.setDefaultCACertificates(trusted)
  for (const server of servers.values()) server.closeAllConnections()
  await Promise.all([op.close(), ...[...servers.values()].map((server) => new Promise((done) => server.close(done)))])
})
beforeEach(() => {
  op.reset()
  op.offersPush = true
  heard = []
  world = makeOAuthSetup()
  op.now = () => Math.floor(world.runtime.now() / 1000)
})

const at = (name: Name): string => {
  const address = servers.get(name)?.address() as AddressInfo
  return `https://localhost:${address.port}`
}

const endpoints = {
  pushed_authorization_request_endpoint: '/par',
  token_endpoint: '/token',
  jwks_uri: '/jwks',
  userinfo_endpoint: '/me',
} as const

/** The provider with some endpoints behind TLS. */
const behind = (name: Name, which: readonly (keyof typeof endpoints)[]) => {
  op.tamper.discovery = (document) => ({
    ...document,
    ...Object.fromEntries(which.map((endpoint) => [endpoint, `${at(name)}${endpoints[endpoint]}`])),
  })
  return oidc(op, { idToken: false })
}

test.skipIf(!canTrust)(
  'a certificate that is as it should be signs in, so that the next tests say something',
  async () => {
    const all = Object.keys(endpoints) as (keyof typeof endpoints)[]
    const config = { ...behind('good', all), wellKnown: `${at('good')}/.well-known/openid-configuration` }
    expect((await signIn(world, op, config)).subject).toBe('ann')
    expect(heard).toEqual([
      'good /.well-known/openid-configuration',
      'good /par',
      'good /token',
      'good /jwks',
      'good /me',
    ])
  },
)

describe.skipIf(!canTrust).each<[string, Name, string]>([
  ['expired', 'expired', 'CERT_HAS_EXPIRED'],
  ['not yet valid', 'early', 'CERT_NOT_YET_VALID'],
  ['another host’s', 'other', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['its own word', 'self', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])('a certificate that is %s', (_what, name, code) => {
  test.each([
    ['/par', 'pushed_authorization_request_endpoint', 'OAuthSignInError', 'pushed authorization'],
    ['/token', 'token_endpoint', 'CallbackRouteError', 'token'],
    ['/jwks', 'jwks_uri', 'CallbackRouteError', 'jwks'],
    ['/me', 'userinfo_endpoint', 'CallbackRouteError', 'userinfo'],
  ] as const)(
    'at %s signs nobody in, and nothing is asked without TLS instead',
    async (path, member, type, endpoint) => {
      const refusal = await errorOf(signIn(world, op, behind(name, [member])))
      expect(refusal).toMatchObject({ type, cause: { endpoint, reason: 'network', code } })
      expect(heard).toEqual([])
      expect(op.paths()).not.toContain(path)
    },
  )

  test('at the discovery document begins nothing', async () => {
    const config = oidc(op, { wellKnown: `${at(name)}/.well-known/openid-configuration` })
    expect(await errorOf(signIn(world, op, config))).toMatchObject({
      type: 'OAuthSignInError',
      cause: { endpoint: 'discovery', code },
    })
    expect(op.paths()).toEqual([])
  })
})

/** From the next connection on. */
const turn = (name: Name, certificate: Name): void => {
  const server = servers.get(name)
  server?.setSecureContext(certificates[certificate])
  server?.closeAllConnections()
}

test.skipIf(!canTrust)('keys at hand serve while those of the provider are behind a bad certificate', async () => {
  const config = behind('good', ['jwks_uri'])
  vi.useFakeTimers({ toFake: ['Date'], now: world.clock.at })
  await signIn(world, op, config)
  expect(heard).toEqual(['good /jwks'])
  try {
    turn('good', 'expired')
    expect((await signIn(world, op, config)).subject).toBe('ann')
    world.clock.forward(600)
    expect(await errorOf(signIn(world, op, config))).toMatchObject({
      type: 'CallbackRouteError',
      cause: { endpoint: 'jwks', reason: 'network', code: 'CERT_HAS_EXPIRED' },
    })
  } finally {
    turn('good', 'good')
  }
  expect(heard).toEqual(['good /jwks'])
  expect((await signIn(world, op, config)).subject).toBe('ann')
  expect(heard).toEqual(['good /jwks', 'good /jwks'])
  vi.useRealTimers()
})
