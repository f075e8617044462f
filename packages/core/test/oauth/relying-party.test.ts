import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mergeOptions } from '../../src/protocols/oauth/provider-entry.ts'
import type { OIDCConfig } from '../../src/types/providers.ts'
import { CLIENT_SECRET, startOp, type Op, type SigningKey } from './op.ts'
import {
  sendInQuery,
  sendByFormPost,
  enter,
  startAtProvider,
  openApplication,
  refusedAt,
  type SendResponse,
} from './application-setup.ts'
import { makeOAuthSetup, oidc, errorOf, REDIRECT_URI, signIn, start, type OAuthSetup } from './oauth-setup.ts'

// The test modules of the OpenID Foundation's plans for relying parties (Basic, Form Post and Config), by their names.
// This is parity, not certification. The Basic and Form Post modules use the public interface with a browser.
let op: Op
let setup: OAuthSetup
let originalKeys: readonly SigningKey[]
beforeAll(async () => {
  op = await startOp()
  originalKeys = op.keys
})
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  op.keys = [...originalKeys]
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const flip = (jwt: string): string => {
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  return [header, payload, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.')
}

describe.each<[string, SendResponse, Partial<OIDCConfig>]>([
  ['Basic', sendInQuery, {}],
  ['Form Post', sendByFormPost, { authorization: { params: { response_mode: 'form_post' } } }],
])('plan %s', (_plan, back, mode) => {
  const config = (more: Partial<OIDCConfig> = {}): OIDCConfig => oidc(op, mergeOptions(mode, more))
  const entered = (more?: Partial<OIDCConfig>) => enter(openApplication(setup, config(more)), op, back)
  const refused = (more?: Partial<OIDCConfig>) => refusedAt(openApplication(setup, config(more)), op, back)

  test('oidcc-client-test: a valid code flow signs the user in', async () => {
    const { session, user, account } = await entered()
    expect(session?.user).toMatchObject({ name: 'Ann', email: 'ann@example.org', image: `${op.issuer}/ann.png` })
    expect(user).toMatchObject({ email: 'ann@example.org', emailVerified: new Date(op.now() * 1000) })
    expect(account).toMatchObject({
      provider: 'op',
      providerAccountId: 'ann',
      access_token: 'the-access-token',
      token_type: 'bearer',
      expires_at: op.now() + 3600,
    })
    expect(op.paths()).toEqual(['/.well-known/openid-configuration', '/token', '/jwks'])
  })

  test('oidcc-client-test-invalid-iss: an ID token of another issuer is refused', async () => {
    op.tamper.claims = (claims) => ({ ...claims, iss: `${op.issuer}/` })
    expect((await refused()).cause).toMatchObject({ reason: 'unfit', claim: 'iss' })
  })

  test('oidcc-client-test-missing-sub: an ID token without sub is refused', async () => {
    op.tamper.claims = ({ sub: _sub, ...claims }) => claims
    expect((await refused()).cause).toMatchObject({ claim: 'sub' })
  })

  test('oidcc-client-test-invalid-aud: an ID token for another audience is refused', async () => {
    op.tamper.claims = (claims) => ({ ...claims, aud: 'client-2' })
    expect((await refused()).cause).toMatchObject({ claim: 'aud' })
  })

  test('oidcc-client-test-missing-iat: an ID token without iat is refused', async () => {
    op.tamper.claims = ({ iat: _iat, ...claims }) => claims
    expect((await refused()).cause).toMatchObject({ claim: 'iat' })
  })

  test('oidcc-client-test-kid-absent-single-jwks: without kid one suitable key is enough', async () => {
    op.tamper.idToken = (claims) => op.sign(claims, undefined, { kid: undefined })
    expect((await entered()).account?.providerAccountId).toBe('ann')
  })

  test('oidcc-client-test-kid-absent-multiple-jwks: without kid several suitable keys are refused', async () => {
    await op.addKey()
    op.tamper.idToken = (claims) => op.sign(claims, undefined, { kid: undefined })
    expect((await refused()).cause).toMatchObject({ detail: 'ERR_JWKS_MULTIPLE_MATCHING_KEYS' })
  })

  test('oidcc-client-test-idtoken-sig-rs256: RS256 is accepted', async () => {
    expect((await entered()).account?.providerAccountId).toBe('ann')
  })

  test('oidcc-client-test-idtoken-sig-none: an unsigned ID token is refused, also from the token endpoint', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    op.tamper.idToken = (claims) => `${part({ alg: 'none' })}.${part(claims)}.`
    op.tamper.discovery = (document) => ({ ...document, id_token_signing_alg_values_supported: ['none', 'RS256'] })
    expect(await refused()).toMatchObject({ type: 'OAuthCallbackError', cause: { endpoint: 'id token' } })
  })

  test('oidcc-client-test-invalid-sig-rs256: a bad signature is refused', async () => {
    op.tamper.idToken = async (claims) => flip(await op.sign(claims))
    expect((await refused()).cause).toMatchObject({ detail: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' })
  })

  test('oidcc-client-test-userinfo-invalid-sub: a userinfo response of another user is refused', async () => {
    op.tamper.userinfo = (body) => ({ ...body, sub: 'bob' })
    expect((await refused({ idToken: false })).cause).toMatchObject({ reason: 'another subject' })
  })

  test('oidcc-client-test-nonce-invalid: another nonce is refused', async () => {
    op.tamper.claims = (claims) => ({ ...claims, nonce: 'of another attempt' })
    expect(await refused()).toMatchObject({ type: 'InvalidCheck', cause: { reason: 'nonce' } })
  })

  test('oidcc-client-test-scope-userinfo-claims: claims requested by scope are in the profile', async () => {
    op.tamper.userinfo = (body) => ({ ...body, phone_number: '+1 555 0100', address: { country: 'Freedonia' } })
    const more = { idToken: false, authorization: { params: { scope: 'openid profile email phone address' } } }
    const asked = (await startAtProvider(openApplication(setup, config(more)))).searchParams
    expect(asked.get('scope')).toBe('openid profile email phone address')
    expect(asked.get('response_mode')).toBe(mode.authorization === undefined ? null : 'form_post')
    const { profile, session } = await entered(more)
    expect(profile).toMatchObject({ phone_number: '+1 555 0100', address: { country: 'Freedonia' } })
    expect(session?.user?.name).toBe('Ann of the userinfo')
  })

  test('oidcc-client-test-client-secret-basic: only the HTTP Basic header carries id and secret', async () => {
    await entered()
    const request = op.seen.find(({ path }) => path === '/token')
    const encoded = CLIENT_SECRET.replaceAll(' ', '+').replaceAll('-', '%2D')
    expect(request?.headers.authorization).toBe(`Basic ${btoa(`client%2D1:${encoded}`)}`)
    expect(Object.fromEntries(request?.body ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: REDIRECT_URI,
    })
    expect(request?.body.has('client_secret')).toBe(false)
    expect(request?.query.size).toBe(0)
  })
})

describe('plan Config', () => {
  test('oidcc-client-test-discovery-openid-config: endpoints come from the document', async () => {
    op.tamper.discovery = (document) => ({ ...document, authorization_endpoint: `${op.issuer}/elsewhere?tenant=a` })
    const { url } = await start(setup, oidc(op))
    expect(url.pathname).toBe('/elsewhere')
    expect(url.searchParams.get('tenant')).toBe('a')
  })

  test('oidcc-client-test-discovery-jwks-uri-keys: keys come from jwks_uri', async () => {
    op.tamper.discovery = (document) => ({ ...document, jwks_uri: `${op.issuer}/other-keys` })
    op.tamper.reply = (path) =>
      path === '/other-keys'
        ? {
            headers: { 'content-type': 'application/jwk-set+json' },
            body: JSON.stringify({ keys: op.keys.map(({ jwk }) => jwk) }),
          }
        : undefined
    expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
  })

  test('oidcc-client-test-discovery-issuer-mismatch: a document of another issuer is not used', async () => {
    op.tamper.discovery = (document) => ({ ...document, issuer: `${op.issuer}/other` })
    expect(await errorOf(start(setup, oidc(op)))).toMatchObject({
      type: 'OAuthSignInError',
      cause: { endpoint: 'discovery', reason: 'another issuer' },
    })
  })

  test('oidcc-client-test-signing-key-rotation-just-before-signing: a new key is fetched, and the sign-in succeeds', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.keys = []
    await op.addKey()
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    expect(op.paths().filter((path) => path === '/jwks')).toHaveLength(2)
  })

  test('oidcc-client-test-signing-key-rotation: an old and a new key both work', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    await op.addKey()
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    op.tamper.idToken = (claims) => op.sign(claims, op.keys[0])
    expect((await signIn(setup, op, config)).subject).toBe('ann')
  })
})

describe('plans that are not certified', () => {
  test('oidcc-client-test-missing-aud: an ID token without aud is refused', async () => {
    op.tamper.claims = ({ aud: _aud, ...claims }) => claims
    expect((await errorOf(signIn(setup, op, oidc(op)))).cause).toMatchObject({ claim: 'aud' })
  })

  test('oidcc-client-test-nonce-unless-code-flow: a nonce is sent in the code flow', async () => {
    const { url } = await start(setup, oidc(op))
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
  })

  test('oidcc-client-test-form-post-error: an error by form_post fails the sign-in, also with a code', async () => {
    const config = oidc(op, { authorization: { params: { response_mode: 'form_post' } } })
    const error = await refusedAt(openApplication(setup, config), op, sendByFormPost, (response) => {
      response.set('error', 'server_error')
      response.set('error_description', '<b>no</b>')
    })
    expect(error).toMatchObject({ type: 'OAuthCallbackError', cause: { reason: 'refused', error: 'server_error' } })
    expect(op.paths()).not.toContain('/token')
  })

  test('oidcc-client-test-userinfo-bearer-body: the access token is in no body and no URL', async () => {
    await signIn(setup, op, oidc(op, { idToken: false, userinfo: { method: 'POST' } }))
    const request = op.seen.find(({ path }) => path === '/me')
    expect([request?.method, request?.query.size, request?.body.size]).toEqual(['POST', 0, 0])
  })

  test('oidcc-client-test-invalid-athash: an ID token for another access token is refused', async () => {
    op.tamper.claims = (claims) => ({ ...claims, at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' })
    expect((await errorOf(signIn(setup, op, oidc(op)))).cause).toMatchObject({ claim: 'at_hash' })
  })

  test('oidcc-client-test-missing-athash: at_hash is optional in the code flow', async () => {
    expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
  })

  test('oidcc-client-test-invalid-sig-es256: a bad ES256 signature is refused', async () => {
    const key = await op.addKey('ES256')
    op.tamper.idToken = async (claims) => flip(await op.sign(claims, key))
    expect((await errorOf(signIn(setup, op, oidc(op)))).type).toBe('OAuthCallbackError')
    op.tamper.idToken = (claims) => op.sign(claims, key)
    expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
  })

  test('oidcc-client-test-invalid-sig-hs256: HS256 needs the registered secret', async () => {
    const hs256 = (claims: object, secret: string): Promise<string> =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
    const config = oidc(op, { client: { id_token_signed_response_alg: 'HS256' } })
    op.tamper.idToken = (claims) => hs256(claims, CLIENT_SECRET)
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    op.tamper.idToken = (claims) => hs256(claims, `${CLIENT_SECRET}!`)
    expect((await errorOf(signIn(setup, op, config))).type).toBe('OAuthCallbackError')
  })

  test('oidcc-client-test-userinfo-bearer-header: the access token is in the header only', async () => {
    await signIn(setup, op, oidc(op, { idToken: false }))
    const request = op.seen.find(({ path }) => path === '/me')
    expect(request?.headers.authorization).toBe('Bearer the-access-token')
    expect(request?.query.size).toBe(0)
  })

  test('oidcc-client-test-userinfo-signed: a signed userinfo response is verified', async () => {
    const config = oidc(op, { idToken: false, client: { userinfo_signed_response_alg: 'RS256' } })
    const signed = async (claims: object, change = (jwt: string) => jwt): Promise<void> => {
      const jwt = change(await op.sign({ sub: 'ann', name: 'Signed', ...claims }))
      op.tamper.reply = (path) =>
        path === '/me' ? { headers: { 'content-type': 'application/jwt' }, body: jwt } : undefined
    }
    await signed({ iss: op.issuer, aud: 'client-1' })
    expect((await signIn(setup, op, config)).user.name).toBe('Signed')
    await signed({ iss: op.issuer, aud: 'client-2' })
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ claim: 'aud' })
    await signed({ iss: 'https://evil.example' })
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ claim: 'iss' })
    await signed({}, flip)
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ endpoint: 'userinfo' })
    for (const claims of [{ exp: op.now() - 1 }, { nbf: op.now() + 61 }, { iat: op.now() + 61 }]) {
      await signed(claims)
      expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ detail: 'not current' })
    }
    op.tamper.reply = () => undefined
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ reason: 'not signed' })
  })

  test('oidcc-client-test-aggregated-claims: aggregated claims are not used', async () => {
    const of = (claims: object) => op.sign({ iss: 'https://claims.example', sub: 'ann', ...claims })
    for (const forged of [
      await of({ email: 'boss@example.org', email_verified: true }),
      await op.sign({ iss: op.issuer, aud: 'client-1', sub: 'ann', email: 'boss@example.org', email_verified: true }),
    ]) {
      op.tamper.userinfo = ({ email: _email, email_verified: _verified, ...body }) => ({
        ...body,
        _claim_names: { email: 'src1', email_verified: 'src1', sub: 'src1' },
        _claim_sources: { src1: { JWT: forged } },
      })
      const identity = await signIn(setup, op, oidc(op, { idToken: false }))
      expect([identity.subject, identity.user.email, identity.emailVerified]).toEqual(['ann', undefined, undefined])
    }
  })

  test('oidcc-client-test-distributed-claims: distributed claims are not fetched', async () => {
    op.tamper.userinfo = (body) => ({
      ...body,
      _claim_names: { phone_number: 'src1' },
      _claim_sources: { src1: { endpoint: `${op.issuer}/claims`, access_token: 'x' } },
    })
    const { profile } = await signIn(setup, op, oidc(op, { idToken: false }))
    expect(profile).not.toHaveProperty('phone_number')
    expect(op.paths()).not.toContain('/claims')
  })
})
