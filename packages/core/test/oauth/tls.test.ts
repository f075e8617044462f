import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as tls from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import certificates from '@authwright/test-kit/certificates.json' with { type: 'json' }
import { startOp, type Op } from './op.ts'
import { makeOAuthSetup, oidc, errorOf, signIn, type OAuthSetup } from './oauth-setup.ts'

/** Node 22.19, 24.5 and newer can set trusted authorities at run time. */
const canTrust = 'setDefaultCACertificates' in tls
const trusted = canTrust ? tls.getCACertificates('default') : []
const names = ['good', 'expired', 'early', 'other', 'self'] as const
type Name = (typeof names)[number]

let op: Op
let setup: OAuthSetup
/** Requests that arrived after the TLS handshake. */
let requests: string[] = []
const servers = new Map<Name, Server>()

/** A TLS proxy of the provider with its own certificate. */
const startTls = async (name: Name): Promise<void> => {
  const server = createServer(certificates[name], (request, response) => {
    requests.push(`${name} ${request.url}`)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = 'GET', headers } = request
      const { authorization, 'content-type': type } = headers
      const kept = Object.entries({ authorization, 'content-type': type }).filter(
        (header): header is [string, string] => header[1] !== undefined,
      )
      const body = parts.length === 0 ? {} : { body: Buffer.concat(parts).toString() }
      void fetch(`${op.issuer}${request.url}`, { method, headers: kept, ...body }).then(async (reply) => {
        response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
        response.end(await reply.text())
      })
    })
  })
  // The handshake fails; the client reports it.
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
  requests = []
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
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

/** A config with some endpoints behind TLS. */
const behind = (name: Name, which: readonly (keyof typeof endpoints)[]) => {
  op.tamper.discovery = (document) => ({
    ...document,
    ...Object.fromEntries(which.map((endpoint) => [endpoint, `${at(name)}${endpoints[endpoint]}`])),
  })
  return oidc(op, { idToken: false })
}

test.skipIf(!canTrust)('a valid certificate signs the user in', async () => {
  const all = Object.keys(endpoints) as (keyof typeof endpoints)[]
  const config = { ...behind('good', all), wellKnown: `${at('good')}/.well-known/openid-configuration` }
  expect((await signIn(setup, op, config)).subject).toBe('ann')
  expect(requests).toEqual([
    'good /.well-known/openid-configuration',
    'good /par',
    'good /token',
    'good /jwks',
    'good /me',
  ])
})

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
  ] as const)('at %s fails the sign-in, and no request is sent without TLS', async (path, member, type, endpoint) => {
    const error = await errorOf(signIn(setup, op, behind(name, [member])))
    expect(error).toMatchObject({ type, cause: { endpoint, reason: 'network', code } })
    expect(requests).toEqual([])
    expect(op.paths()).not.toContain(path)
  })

  test('at the discovery document fails the start', async () => {
    const config = oidc(op, { wellKnown: `${at(name)}/.well-known/openid-configuration` })
    expect(await errorOf(signIn(setup, op, config))).toMatchObject({
      type: 'OAuthSignInError',
      cause: { endpoint: 'discovery', code },
    })
    expect(op.paths()).toEqual([])
  })
})

/** Takes effect from the next connection on. */
const useCertificate = (name: Name, certificate: Name): void => {
  const server = servers.get(name)
  server?.setSecureContext(certificates[certificate])
  server?.closeAllConnections()
}

test.skipIf(!canTrust)('the JWKS is used from the cache while its certificate is invalid', async () => {
  const config = behind('good', ['jwks_uri'])
  vi.useFakeTimers({ toFake: ['Date'], now: setup.clock.at })
  await signIn(setup, op, config)
  expect(requests).toEqual(['good /jwks'])
  try {
    useCertificate('good', 'expired')
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    setup.clock.forward(600)
    expect(await errorOf(signIn(setup, op, config))).toMatchObject({
      type: 'CallbackRouteError',
      cause: { endpoint: 'jwks', reason: 'network', code: 'CERT_HAS_EXPIRED' },
    })
  } finally {
    useCertificate('good', 'good')
  }
  expect(requests).toEqual(['good /jwks'])
  expect((await signIn(setup, op, config)).subject).toBe('ann')
  expect(requests).toEqual(['good /jwks', 'good /jwks'])
  vi.useRealTimers()
})
