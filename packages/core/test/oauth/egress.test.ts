import { customFetch } from '@authwright/core'
import type { OIDCConfig } from '@authwright/core/providers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOp, type Op } from './op.ts'
import { makeOAuthSetup, oidc, errorOf, signIn, start, type OAuthSetup } from './oauth-setup.ts'
import { publicFetch } from '@authwright/egress'

// A tenant configures the addresses of a provider, and the server runs inside a private network.
let op: Op
let setup: OAuthSetup
beforeAll(async () => void (op = await startOp()))
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const tenants = (more: Partial<OIDCConfig> = {}): OIDCConfig => ({ ...oidc(op), [customFetch]: publicFetch(), ...more })
const refused = { reason: 'network', code: 'EGRESS_REFUSED' }

describe('a provider of a tenant', () => {
  test('inside the network gets no request with publicFetch', async () => {
    expect(await errorOf(start(setup, tenants()))).toMatchObject({ type: 'OAuthSignInError', cause: refused })
    expect(op.seen).toEqual([])
  })

  test('inside the network gets requests without publicFetch', async () => {
    expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
  })

  test('in an allowed network signs users in', async () => {
    const config = tenants({ [customFetch]: publicFetch({ allow: ['127.0.0.0/8'] }), idToken: false })
    op.offersPush = true
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    expect(op.paths()).toEqual(['/.well-known/openid-configuration', '/par', '/token', '/jwks', '/me'])
  })

  test.each([
    'https://169.254.169.254',
    'https://10.0.0.1',
    'https://[fd00::1]',
    'https://[::ffff:a9fe:a9fe]',
    'https://2130706433',
  ])('at %s gets no request for a discovery document', async (issuer) => {
    expect((await errorOf(start(setup, tenants({ issuer })))).cause).toMatchObject(refused)
  })

  test.each(['token', 'jwks_endpoint', 'userinfo'] as const)(
    'with a %s inside the network gets no request there',
    async (name) => {
      const resolve = async (host: string): Promise<readonly string[]> => [
        host === 'op.example' ? '127.0.0.1' : '10.0.0.1',
      ]
      const config = tenants({
        [customFetch]: publicFetch({ allow: ['127.0.0.0/8'], resolve }),
        idToken: false,
        [name]: 'https://inside.example/x',
      })
      expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject(refused)
    },
  )

  test('whose host name resolves to another address later gets no request there', async () => {
    let resolved = 0
    const resolve = async (): Promise<readonly string[]> => [(resolved += 1) === 1 ? '127.0.0.1' : '127.0.0.2']
    const fetch = publicFetch({ allow: ['127.0.0.1/32'], resolve })
    const issuer = op.issuer.replace('127.0.0.1', 'localhost')
    op.tamper.discovery = (document) => ({ ...document, issuer, token_endpoint: `${issuer}/token` })
    const config = tenants({ issuer, [customFetch]: fetch })
    const attempt = await start(setup, config)
    expect(resolved).toBe(1)
    expect((await errorOf(signIn(setup, op, config, (response) => response.set('iss', issuer)))).cause).toMatchObject(
      refused,
    )
    expect([attempt.provider.id, op.paths()]).toEqual(['op', ['/.well-known/openid-configuration']])
  })
})
