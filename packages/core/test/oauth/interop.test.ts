import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import type { ClientMetadata, Configuration, InteractionResults } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OIDCConfig } from '../../src/types/providers.ts'
import { finish, makeOAuthSetup, errorOf, REDIRECT_URI, start } from './oauth-setup.ts'

// Against a certified OpenID Provider in its strict settings.
const SECRET = 'a client secret for the certified provider, long enough'

const setup = makeOAuthSetup({ now: () => Date.now() })
let issuer: string
let close: () => Promise<void>
let deny = false
let config: (id: string, more?: Partial<OIDCConfig>) => OIDCConfig

const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  const finishWith = (result: InteractionResults): Promise<void> =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  if (deny) return finishWith({ error: 'access_denied', error_description: 'Not today' })
  if (prompt.name === 'login') return finishWith({ login: { accountId: 'ann' } })
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) })
  grant.addOIDCScope('openid profile email')
  return finishWith({ consent: { grantId: await grant.save() } })
}

const client = (id: string, more: Partial<ClientMetadata>): ClientMetadata => ({
  client_id: id,
  client_secret: SECRET,
  redirect_uris: [REDIRECT_URI],
  grant_types: ['authorization_code'],
  response_types: ['code'],
  ...more,
})

beforeAll(async () => {
  const [rs256, es256, eddsa, ours] = await Promise.all(
    ['RS256', 'ES256', 'Ed25519', 'ES256'].map((alg) => generateKeyPair(alg, { extractable: true })),
  )
  if (!rs256 || !es256 || !eddsa || !ours) throw new Error('no keys')
  const signing = await Promise.all(
    [rs256, es256, eddsa].map(async ({ privateKey }, i) => ({
      ...(await exportJWK(privateKey)),
      kid: `k${i}`,
      use: 'sig',
    })),
  )
  const publicKey = { ...(await exportJWK(ours.publicKey)), kid: 'ours', use: 'sig', alg: 'ES256' }
  const ourKey = { key: ours.privateKey, kid: 'ours' }
  const { client_secret: _none, ...keyed } = client('keyed', {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    id_token_signed_response_alg: 'ES256',
    require_pushed_authorization_requests: true,
    jwks: { keys: [publicKey] },
  })
  // FAPI 2.0 Security Profile §5.3: pushed requests, PKCE, iss, and private_key_jwt.
  const { client_secret: _nor, ...fapi } = client('fapi', {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    id_token_signed_response_alg: 'ES256',
    require_pushed_authorization_requests: true,
    require_auth_time: true,
    default_max_age: 600,
    jwks: { keys: [publicKey] },
  })
  const { client_secret: _neither, ...open } = client('open', { token_endpoint_auth_method: 'none' })
  const configuration: Configuration = {
    clients: [
      client('basic', { token_endpoint_auth_method: 'client_secret_basic' }),
      client('post', { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'Ed25519' }),
      client('assertion', { token_endpoint_auth_method: 'client_secret_jwt' }),
      client('hmac', { id_token_signed_response_alg: 'HS256' }),
      client('signed', { userinfo_signed_response_alg: 'RS256' }),
      keyed,
      fapi,
      open,
    ],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 'none'],
    claims: { openid: ['sub'], profile: ['name', 'picture'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a cookie key of the tests'] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256', 'Ed25519', 'HS256'] },
    features: {
      devInteractions: { enabled: false },
      fapi: { enabled: true, profile: (_context, { clientId }) => (clientId === 'fapi' ? '2.0' : undefined) },
      jwtUserinfo: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      userinfo: { enabled: true },
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: 'Ann', email: 'ann@example.org', email_verified: true }),
    }),
    jwks: { keys: signing },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configuration)
  const handle = provider.callback()
  server.on('request', (request, response) => {
    void (request.url?.startsWith('/interaction/') ? interact(provider, request, response) : handle(request, response))
  })
  config = (clientId, more = {}) => ({
    id: 'op',
    name: 'OP',
    type: 'oidc',
    trustAllEmails: true,
    issuer,
    clientId,
    clientSecret: SECRET,
    token: { clientPrivateKey: ourKey },
    ...more,
  })
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
})
afterAll(() => close())

/** A browser that follows redirects, keeps cookies and submits forms. Returns the authorization response. */
const browse = async (url: URL): Promise<URLSearchParams> => {
  const cookies = new Map<string, string>()
  for (let at = url.href, hops = 0; hops < 12; hops += 1) {
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie: header } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location === null) return readForm(await response.text())
    at = new URL(location, at).href
    if (at.startsWith(REDIRECT_URI)) return new URL(at).searchParams
  }
  throw new Error('The provider sends in circles')
}

const readForm = (page: string): URLSearchParams => {
  expect(page).toContain(`action="${REDIRECT_URI}"`)
  const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
  return new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]))
}

const signIn = async (written: OIDCConfig) => {
  const attempt = await start(setup, written)
  const response = await browse(attempt.url)
  return { response, attempt, identity: await finish(setup, attempt, response) }
}

describe('a certified OpenID Provider signs in', () => {
  test.each<[string, string, () => Partial<OIDCConfig>]>([
    ['by basic', 'basic', () => ({})],
    [
      'by post, with Ed25519',
      'post',
      () => ({ client: { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'Ed25519' } }),
    ],
    [
      'by an assertion under the shared secret',
      'assertion',
      () => ({ client: { token_endpoint_auth_method: 'client_secret_jwt' } }),
    ],
    [
      'by a pushed request and an assertion under our key, with ES256',
      'keyed',
      () => ({ client: { token_endpoint_auth_method: 'private_key_jwt' } }),
    ],
    [
      'in the settings of FAPI 2.0',
      'fapi',
      () => ({
        client: {
          token_endpoint_auth_method: 'private_key_jwt',
          id_token_signed_response_alg: 'ES256',
          require_auth_time: true,
          default_max_age: 600,
        },
      }),
    ],
    ['without a pushed request', 'basic', () => ({ pushedAuthorizationRequests: false })],
    ['as a public client', 'open', () => ({ client: { token_endpoint_auth_method: 'none' } })],
    ['with HS256, as registered', 'hmac', () => ({ client: { id_token_signed_response_alg: 'HS256' } })],
    ['with the profile of the userinfo endpoint', 'basic', () => ({ idToken: false })],
    [
      'with a signed userinfo response',
      'signed',
      () => ({ idToken: false, client: { userinfo_signed_response_alg: 'RS256' } }),
    ],
    ['by a form post', 'basic', () => ({ authorization: { params: { response_mode: 'form_post' } } })],
  ])('%s', async (_name, id, more) => {
    const { response, identity } = await signIn(config(id, more()))
    expect(response.get('iss')).toBe(issuer)
    expect(identity).toMatchObject({
      subject: 'ann',
      emailVerified: true,
      user: { id: 'ann', name: 'Ann', email: 'ann@example.org' },
      tokens: { token_type: 'bearer' },
    })
  })

  test('with the requested max_age', async () => {
    const attempt = await start(setup, config('basic'), { max_age: '60' })
    expect(attempt.checks.maxAge).toBe(60)
    const { profile } = await finish(setup, attempt, await browse(attempt.url))
    expect(Math.abs(Number(profile['auth_time']) - Date.now() / 1000)).toBeLessThan(30)
  })

  test('but not a FAPI 2.0 client without a pushed request', async () => {
    const attempt = await start(setup, {
      ...config('fapi', { client: { token_endpoint_auth_method: 'private_key_jwt' } }),
      pushedAuthorizationRequests: false,
    })
    expect((await browse(attempt.url)).get('error')).toBe('invalid_request')
  })

  test('and reports that the user denied the request', async () => {
    deny = true
    const error = await errorOf(signIn(config('basic')))
    deny = false
    expect(error).toMatchObject({
      type: 'OAuthCallbackError',
      cause: { error: 'access_denied', description: 'Not today' },
    })
  })

  test('and refuses a used code', async () => {
    const { attempt, response } = await signIn(config('basic'))
    expect((await errorOf(finish(setup, attempt, response))).cause).toMatchObject({
      endpoint: 'token',
      error: 'invalid_grant',
    })
  })

  test('and refuses another verifier and another redirect URI', async () => {
    for (const change of [{ codeVerifier: 'x'.repeat(43) }, { redirectUri: `${REDIRECT_URI}/` }]) {
      const attempt = await start(setup, config('basic'))
      const response = await browse(attempt.url)
      const error = await errorOf(finish(setup, attempt, response, { ...attempt.checks, ...change }))
      expect(error.cause).toMatchObject({ endpoint: 'token', error: 'invalid_grant' })
    }
  })
})
