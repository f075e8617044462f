import { constants, createHmac, createPublicKey, generateKeyPairSync, sign as nodeSign } from 'node:crypto'
import { CompactEncrypt, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import ZITADEL from '../../src/providers/zitadel.ts'
import type { OIDCConfig } from '../../src/types/providers.ts'
import { sha256Of } from './hash.ts'
import { CLIENT_ID, CLIENT_SECRET, startOp, type Op } from './op.ts'
import { finish, makeOAuthSetup, oidc, errorOf, resolve, signIn, start, type OAuthSetup } from './oauth-setup.ts'

let op: Op
let setup: OAuthSetup
beforeAll(async () => {
  op = await startOp()
  await op.addKey('ES256')
  await op.addKey('PS256')
  await op.addKey('Ed25519')
  op.keys.reverse()
})
afterAll(() => op.close())
beforeEach(() => {
  op.reset()
  setup = makeOAuthSetup()
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const keyFor = (alg: string) => {
  const key = op.keys.find((one) => one.alg === alg)
  if (key === undefined) throw new Error(alg)
  return key
}
const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const expectRefused = async (config = oidc(op)) => {
  const error = await errorOf(signIn(setup, op, config))
  expect(['OAuthCallbackError', 'InvalidCheck']).toContain(error.type)
  return error
}
const expectAccepted = async (config = oidc(op)): Promise<void> => {
  expect((await signIn(setup, op, config)).subject).toBe('ann')
}
const claims = (change: (claims: JWTPayload) => JWTPayload): void => {
  op.tamper.claims = change
}

describe('a signature', () => {
  test.each(['RS256', 'PS256', 'ES256', 'Ed25519'])('by %s is accepted', async (alg) => {
    op.tamper.idToken = (all) => op.sign(all, keyFor(alg))
    await expectAccepted()
  })

  test.each<[string, (jwt: string) => string]>([
    ['removed', (jwt) => jwt.slice(0, jwt.lastIndexOf('.') + 1)],
    ['removed with its separator', (jwt) => jwt.slice(0, jwt.lastIndexOf('.'))],
    [
      'over another payload',
      (jwt) =>
        jwt
          .split('.')
          .with(1, part({ sub: 'ann' }))
          .join('.'),
    ],
    [
      'over another header',
      (jwt) =>
        jwt
          .split('.')
          .with(0, part({ alg: 'RS256', kid: 'key-1', x: 1 }))
          .join('.'),
    ],
    ['with padding', (jwt) => `${jwt}==`],
    [
      'in plain base64',
      (jwt) =>
        jwt
          .split('.')
          .with(2, `+/${jwt.split('.')[2]?.slice(2)}`)
          .join('.'),
    ],
    ['with white space', (jwt) => `${jwt} `],
    ['with white space inside', (jwt) => jwt.replace('.', '. ')],
    ['with a fourth part', (jwt) => `${jwt}.x`],
    ['repeated', (jwt) => `${jwt}${jwt}`],
  ])('%s is refused', async (_name, change) => {
    op.tamper.idToken = async (all) => change(await op.sign(all, keyFor('RS256')))
    await expectRefused()
  })

  test('in another encoding of the same bytes is refused', async () => {
    const key = keyFor('ES256')
    op.tamper.idToken = async (all) => {
      const jwt = await op.sign(all, key)
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      // With 64 bytes, four bits of the last character are unused.
      const other = jwt.slice(0, -1) + alphabet[alphabet.indexOf(jwt.at(-1) ?? '') ^ 1]
      expect(Buffer.from(other.split('.')[2] ?? '', 'base64url')).toEqual(
        Buffer.from(jwt.split('.')[2] ?? '', 'base64url'),
      )
      return other
    }
    await expectRefused()
  })

  test('with one bit changed anywhere is refused', async () => {
    for (const at of [0, 40, 171, 255]) {
      op.tamper.idToken = async (all) => {
        const [header, payload, signature = ''] = (await op.sign(all, keyFor('RS256'))).split('.')
        const bytes = Buffer.from(signature, 'base64url')
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
        return [header, payload, bytes.toString('base64url')].join('.')
      }
      await expectRefused()
    }
  })

  test.each(['none', 'None', 'nOnE', 'NONE'])(
    'with the algorithm "%s" is refused, even if the server lists it',
    async (alg) => {
      op.tamper.discovery = (document) => ({ ...document, id_token_signing_alg_values_supported: [alg, 'RS256'] })
      op.tamper.idToken = (all) => `${part({ alg })}.${part(all)}.`
      await expectRefused()
      await expectRefused(oidc(op, { client: { id_token_signed_response_alg: alg } }))
    },
  )

  test('with the public key as an HMAC secret is refused', async () => {
    op.tamper.discovery = (document) => ({ ...document, id_token_signing_alg_values_supported: ['HS256', 'RS256'] })
    const { jwk, kid } = keyFor('RS256')
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    const pem = String(key.export({ type: 'spki', format: 'pem' }))
    const secrets = [pem, pem.trim(), key.export({ type: 'spki', format: 'der' }), JSON.stringify(jwk), String(jwk.n)]
    for (const secret of secrets) {
      op.tamper.idToken = (all) => {
        const data = `${part({ alg: 'HS256', kid })}.${part(all)}`
        return `${data}.${createHmac('sha256', secret).update(data).digest('base64url')}`
      }
      await expectRefused()
    }
  })

  test('with the client secret is refused unless an HMAC algorithm is registered', async () => {
    op.tamper.idToken = (all) =>
      new SignJWT(all).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT_SECRET))
    op.tamper.discovery = (document) => ({ ...document, id_token_signing_alg_values_supported: ['HS256'] })
    await expectRefused()
    await expectRefused(oidc(op, { client: { id_token_signed_response_alg: 'RS256' } }))
    await expectAccepted(oidc(op, { client: { id_token_signed_response_alg: 'HS256' } }))
  })

  test('with another algorithm than the registered one is refused', async () => {
    op.tamper.idToken = (all) => op.sign(all, keyFor('ES256'))
    await expectRefused(oidc(op, { client: { id_token_signed_response_alg: 'RS256' } }))
  })

  test('must be RS256 if the server publishes no list', async () => {
    op.tamper.discovery = ({ id_token_signing_alg_values_supported: _none, ...document }) => document
    op.tamper.idToken = (all) => op.sign(all, keyFor('ES256'))
    await expectRefused()
    op.tamper.idToken = (all) => op.sign(all, keyFor('RS256'))
    await expectAccepted()
  })

  test('of zeros, with the order of the curve, or in DER is refused', async () => {
    const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
    const raw = [
      '00'.repeat(64),
      `${'00'.repeat(31)}01${'00'.repeat(32)}`,
      order + order,
      `${order}${'00'.repeat(31)}01`,
    ]
    const { kid, privateKey } = keyFor('ES256')
    for (const hex of raw) {
      op.tamper.idToken = (all) =>
        `${part({ alg: 'ES256', kid })}.${part(all)}.${Buffer.from(hex, 'hex').toString('base64url')}`
      await expectRefused()
    }
    const jwk = await exportJWK(privateKey)
    op.tamper.idToken = (all) => {
      const data = `${part({ alg: 'ES256', kid })}.${part(all)}`
      const der = nodeSign('sha256', Buffer.from(data), { key: { ...jwk }, format: 'jwk', dsaEncoding: 'der' })
      return `${data}.${der.toString('base64url')}`
    }
    await expectRefused()
  })

  test('by Ed25519 with a non-canonical second half is refused', async () => {
    // RFC 8032 §5.1.7: the second half is a number below the order of the group. Adding the order gives the same value
    // again.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    op.tamper.idToken = async (all) => {
      const [header, payload, signature = ''] = (await op.sign(all, keyFor('Ed25519'))).split('.')
      const bytes = Buffer.from(signature, 'base64url')
      const number = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order
      const other = Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse()
      return [header, payload, Buffer.concat([bytes.subarray(0, 32), other]).toString('base64url')].join('.')
    }
    await expectRefused()
  })

  test('by an RSA key with the exponent 1 is refused', async () => {
    const modulus = Buffer.from(String(keyFor('RS256').jwk.n), 'base64url')
    op.tamper.jwks = () => [{ kty: 'RSA', n: modulus.toString('base64url'), e: 'AQ', kid: 'one', alg: 'RS256' }]
    op.tamper.idToken = (all) => {
      // With the exponent 1 the signature is the padded hash itself (RFC 8017 §9.2).
      const data = `${part({ alg: 'RS256', kid: 'one' })}.${part(all)}`
      const digest = Buffer.concat([
        Buffer.from('3031300d060960864801650304020105000420', 'hex'),
        Buffer.from(sha256Of(data), 'base64url'),
      ])
      const padding = Buffer.alloc(modulus.length - digest.length - 3, 0xff)
      return `${data}.${Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), digest]).toString('base64url')}`
    }
    await expectRefused()
  })

  // RFC 7518 §3.3: 2048 bits or more.
  test.each([512, 1024, 2040])('by a key of %d bits is refused', async (modulusLength) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
    op.tamper.jwks = () => [{ ...publicKey.export({ format: 'jwk' }), kid: 'small', alg: 'RS256', kty: 'RSA' }]
    op.tamper.idToken = (all) => {
      const data = `${part({ alg: 'RS256', kid: 'small' })}.${part(all)}`
      const signature = nodeSign('sha256', Buffer.from(data), { key: privateKey, padding: constants.RSA_PKCS1_PADDING })
      return `${data}.${signature.toString('base64url')}`
    }
    await expectRefused()
  })
})

describe('a header', () => {
  test('with a key is ignored: the keys of the provider count', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    for (const header of [{ jwk }, { jku: `${op.issuer}/evil` }, { x5u: `${op.issuer}/evil` }, { x5c: ['AAAA'] }]) {
      op.tamper.idToken = (all) =>
        new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: keyFor('RS256').kid, ...header }).sign(privateKey)
      await expectRefused()
    }
    expect(op.paths()).not.toContain('/evil')
  })

  test.each([
    { crit: ['exp'], exp: 1 },
    { crit: ['unknown'], unknown: true },
    { crit: [] },
    { crit: ['b64'], b64: false },
    { typ: 'logout+jwt' },
    { typ: 'at+jwt' },
    { typ: 'application/at+jwt' },
    { typ: 'JOSE' },
  ])('%j is refused', async (header) => {
    const { privateKey, kid } = keyFor('RS256')
    op.tamper.idToken = async (all) => {
      const data = `${part({ alg: 'RS256', kid, ...header })}.${part(all)}`
      const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(data))
      return `${data}.${Buffer.from(signature).toString('base64url')}`
    }
    await expectRefused()
  })

  test.each([undefined, 'JWT', 'jwt', 'application/jwt'])('of type %j is accepted', async (typ) => {
    op.tamper.idToken = (all) => op.sign(all, keyFor('RS256'), typ === undefined ? {} : { typ })
    await expectAccepted()
  })

  test('of an encrypted token is refused, also if nested', async () => {
    const own = new TextEncoder().encode(CLIENT_SECRET.slice(0, 32))
    const { publicKey } = await generateKeyPair('RSA-OAEP-256')
    const wrap = (text: string, alg: string, key: CryptoKey | Uint8Array): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg, enc: 'A256GCM', cty: 'JWT' })
        .encrypt(key)
    const ways: ((jwt: string) => Promise<string>)[] = [
      (jwt) => wrap(jwt, 'RSA-OAEP-256', publicKey),
      (jwt) => wrap(jwt, 'dir', own),
      (jwt) => wrap(jwt, 'A256KW', own),
      async (jwt) => (await wrap(jwt, 'dir', own)).replace(/^[^.]+/, part({ alg: 'RSA1_5', enc: 'A128CBC-HS256' })),
      async (jwt) => {
        let nested = jwt
        for (let depth = 0; depth < 10; depth += 1) nested = await wrap(nested, 'dir', own)
        return nested
      },
    ]
    for (const way of ways) {
      op.tamper.idToken = async (all) => way(await op.sign(all))
      await expectRefused()
      await expectRefused(oidc(op, { client: { id_token_encrypted_response_alg: 'dir' } }))
    }
  })
})

describe('a claim', () => {
  const issuers = (): unknown[] => [
    undefined,
    `${op.issuer}/`,
    op.issuer.toUpperCase(),
    op.issuer.replace('http:', 'https:'),
    [op.issuer],
    7,
    op.issuer.slice(0, -1),
    `${op.issuer}.evil.example`,
  ]
  test('iss that differs from the issuer in any letter is refused', async () => {
    for (const iss of issuers()) {
      claims((all) => ({ ...all, iss: iss as string }))
      expect((await expectRefused()).cause).toMatchObject({ claim: 'iss' })
    }
  })

  test.each<[unknown, unknown, boolean]>([
    [CLIENT_ID, undefined, true],
    [[CLIENT_ID], undefined, true],
    [CLIENT_ID, CLIENT_ID, true],
    [[CLIENT_ID, CLIENT_ID], CLIENT_ID, true],
    [[CLIENT_ID, 'stranger'], CLIENT_ID, false],
    [[CLIENT_ID, 'stranger'], undefined, false],
    [[CLIENT_ID, 'stranger'], 'stranger', false],
    [CLIENT_ID, 'stranger', false],
    [CLIENT_ID, [CLIENT_ID], false],
    ['stranger', undefined, false],
    [undefined, undefined, false],
    ['', undefined, false],
    [[], undefined, false],
    [['stranger'], undefined, false],
    [{ [CLIENT_ID]: true }, undefined, false],
    [7, undefined, false],
    [CLIENT_ID.toUpperCase(), undefined, false],
  ])('aud %j with azp %j: accepted %j', async (aud, azp, good) => {
    claims((all) => ({ ...all, aud: aud as string, ...(azp === undefined ? {} : { azp }) }))
    await (good ? expectAccepted() : expectRefused())
  })

  test.each<[unknown, readonly string[] | 'any', boolean]>([
    [[CLIENT_ID, 'stranger'], 'any', true],
    [['stranger'], 'any', false],
    [CLIENT_ID, [], true],
    [[CLIENT_ID], [], true],
    [[CLIENT_ID, CLIENT_ID], [], true],
    [[CLIENT_ID, 'stranger'], [], false],
    [[CLIENT_ID, 'friend'], ['friend'], true],
    [[CLIENT_ID, 'friend', 'stranger'], ['friend'], false],
    [[CLIENT_ID, 'Friend'], ['friend'], false],
    [[CLIENT_ID, 7], ['7'], false],
    [['friend'], ['friend'], false],
    ['friend', ['friend'], false],
  ])('aud %j with trustedAudiences %j: accepted %j', async (aud, trustedAudiences, good) => {
    claims((all) => ({ ...all, aud: aud as string, azp: CLIENT_ID }))
    const config = oidc(op, { trustedAudiences: trustedAudiences })
    await (good ? expectAccepted(config) : expectRefused(config))
  })

  test.each(['stranger', undefined])(
    'several aud with azp %j are refused, also with trustedAudiences any',
    async (azp) => {
      claims((all) => ({ ...all, aud: [CLIENT_ID, 'stranger'], ...(azp === undefined ? {} : { azp }) }))
      await expectRefused(oidc(op, { trustedAudiences: 'any' }))
    },
  )

  test.each<[string, readonly string[] | 'any' | undefined, object, boolean]>([
    ['for the project', undefined, { aud: [CLIENT_ID, 'project'], azp: CLIENT_ID }, true],
    ['for this client alone', undefined, { aud: CLIENT_ID }, true],
    ['issued to another client of the project', undefined, { aud: [CLIENT_ID, 'project'], azp: 'other' }, false],
    ['for the project without azp', undefined, { aud: [CLIENT_ID, 'project'] }, false],
    ['for another client of the project', undefined, { aud: ['other', 'project'], azp: CLIENT_ID }, false],
    ['for a configured project', ['project'], { aud: [CLIENT_ID, 'project'], azp: CLIENT_ID }, true],
    ['for a project that is not configured', ['project'], { aud: [CLIENT_ID, 'other'], azp: CLIENT_ID }, false],
    ['for the project with an empty list', [], { aud: [CLIENT_ID, 'project'], azp: CLIENT_ID }, false],
  ])(
    'aud with the entry of ZITADEL: a token %s (trustedAudiences %j)',
    async (_what, trustedAudiences, members, good) => {
      claims((all) => ({ ...all, ...members }))
      const client = { issuer: op.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
      const config = ZITADEL({
        ...client,
        ...(trustedAudiences === undefined ? {} : { trustedAudiences: trustedAudiences }),
      }) as OIDCConfig
      await (good ? expectAccepted(config) : expectRefused(config))
    },
  )

  test('trustedAudiences must be a list or any', () => {
    for (const trustedAudiences of ['friend', 'Any', [7], {}, null]) {
      expect(() => resolve({ ...oidc(op), trustedAudiences } as never)).toThrow('trustedAudiences')
    }
  })

  test.each<[string, (now: number) => unknown, boolean]>([
    ['an hour ago', (now) => now - 3600, false],
    ['a second ago', (now) => now - 1, false],
    ['half a second ago', (now) => now - 0.5, false],
    ['now', (now) => now, false],
    ['in half a second', (now) => now + 0.5, true],
    ['in a second', (now) => now + 1, true],
    ['in a second and a half', (now) => now + 1.5, true],
    ['missing', () => undefined, false],
    ['as a text', (now) => String(now + 300), false],
    ['null', () => null, false],
    ['negative', () => -1, false],
  ])('exp %s: accepted %3$j', async (_name, exp, good) => {
    claims((all) => ({ ...all, exp: exp(op.now()) as number }))
    await (good ? expectAccepted() : expectRefused())
  })

  test('exp of infinity is refused', async () => {
    op.tamper.idToken = (all) => rawSigned(JSON.stringify(all).replace(/"exp":\d+/, '"exp":1e999'))
    await expectRefused()
  })

  test.each<[string, (now: number) => unknown, boolean]>([
    ['a week ago', (now) => now - 7 * 86_400, true],
    ['within the tolerance', (now) => now + 60, true],
    ['beyond the tolerance', (now) => now + 61, false],
    ['in an hour', (now) => now + 3600, false],
    ['as a text', (now) => String(now), false],
    ['missing', () => undefined, false],
  ])('iat %s: accepted %3$j', async (_name, iat, good) => {
    claims((all) => ({ ...all, iat: iat(op.now()) as number }))
    await (good ? expectAccepted() : expectRefused())
  })

  test('nbf beyond the tolerance is refused', async () => {
    claims((all) => ({ ...all, nbf: op.now() + 61 }))
    await expectRefused()
    claims((all) => ({ ...all, nbf: op.now() + 60 }))
    await expectAccepted()
  })

  test.each([undefined, '', 7, ['ann'], null, 'x'.repeat(256), 'änn', 'ann\u0000'])(
    'sub %j is refused',
    async (sub) => {
      claims((all) => ({ ...all, sub: sub as string }))
      await expectRefused()
    },
  )

  test('sub is kept exactly, with spaces and case', async () => {
    for (const sub of ['ann ', 'Ann', ' ann']) {
      claims((all) => ({ ...all, sub }))
      expect((await signIn(setup, op, oidc(op))).subject).toBe(sub)
    }
  })

  test('nonce of another attempt is refused', async () => {
    for (const nonce of [undefined, '', 'x', 7, null]) {
      claims(({ nonce: _own, ...all }) => (nonce === undefined ? all : { ...all, nonce }))
      expect((await expectRefused()).type).toBe('InvalidCheck')
    }
    claims((all) => ({ ...all, nonce: [all['nonce']] }))
    expect((await expectRefused()).type).toBe('InvalidCheck')
  })

  test('nonce that was not sent is refused', async () => {
    const config = oidc(op, { checks: ['pkce'] })
    await expectAccepted(config)
    claims((all) => ({ ...all, nonce: 'unasked' }))
    await expectRefused(config)
  })

  test.each(['RS256', 'ES256', 'Ed25519'])('at_hash must match the access token with %s', async (alg) => {
    const hash = alg === 'Ed25519' ? 'SHA-512' : 'SHA-256'
    const digest = Buffer.from(await crypto.subtle.digest(hash, new TextEncoder().encode('the-access-token')))
    op.tamper.idToken = (all) => op.sign(all, keyFor(alg))
    claims((all) => ({ ...all, at_hash: digest.subarray(0, digest.length / 2).toString('base64url') }))
    await expectAccepted()
    for (const wrong of ['', 'x', digest.toString('base64url'), 7, null]) {
      claims((all) => ({ ...all, at_hash: wrong }))
      expect((await expectRefused()).cause).toMatchObject({ claim: 'at_hash' })
    }
  })

  test('auth_time is required with max_age, default_max_age and require_auth_time', async () => {
    const config = oidc(op, { authorization: { params: { max_age: 60 } } })
    await expectRefused(config)
    claims((all) => ({ ...all, auth_time: op.now() - 121 }))
    await expectRefused(config)
    claims((all) => ({ ...all, auth_time: op.now() - 120 }))
    await expectAccepted(config)
    claims((all) => all)
    await expectRefused(oidc(op, { client: { require_auth_time: true } }))
  })
})

describe('an issuer of many tenants', () => {
  const shared = () =>
    oidc(op, {
      issuer: `${op.issuer}/common`,
      wellKnown: `${op.issuer}/.well-known/openid-configuration`,
      issuerClaims: { tenantid: 'tid' },
    })
  const finishWith = (tenant: unknown, iss: string | undefined, named?: string) => {
    op.tamper.discovery = (document) => ({
      ...document,
      issuer: `${op.issuer}/{tenantid}`,
      authorization_response_iss_parameter_supported: false,
    })
    claims(({ iss: _own, ...all }) => ({ ...all, tid: tenant, ...(iss === undefined ? {} : { iss }) }))
    return signIn(setup, op, shared(), (response) => {
      if (named === undefined) response.delete('iss')
      else response.set('iss', named)
    })
  }

  test('accepts a token whose issuer and claim name the same tenant', async () => {
    expect((await finishWith('t1', `${op.issuer}/t1`)).subject).toBe('ann')
    expect((await finishWith('t1', `${op.issuer}/t1`, `${op.issuer}/t1`)).subject).toBe('ann')
  })

  test.each<[string, unknown, string]>([
    ['another tenant', 't1', 't2'],
    ['the placeholder itself', '{tenantid}', '{tenantid}'],
    ['no tenant', undefined, 't1'],
    ['a path traversal', 't1/../t2', 't1/../t2'],
    ['two path segments', 't1/t2', 't1/t2'],
    ['a list', ['t1'], 't1'],
  ])('refuses %s', async (_name, tenant, written) => {
    expect((await errorOf(finishWith(tenant, `${op.issuer}/${written}`))).cause).toMatchObject({ claim: 'iss' })
  })

  test('refuses a token with neither an issuer nor a tenant', async () => {
    expect((await errorOf(finishWith(undefined, undefined))).cause).toMatchObject({ claim: 'iss' })
  })

  test('refuses a response whose iss names another tenant than the token', async () => {
    const error = await errorOf(finishWith('t1', `${op.issuer}/t1`, `${op.issuer}/t2`))
    expect(error.cause).toMatchObject({ claim: 'iss' })
  })

  test.each(['', '/', '/t1/more', '/{tenantid}', '.evil.example/t1', '/t1?'])(
    'refuses a response whose iss is the issuer with %j',
    async (end) => {
      const error = await errorOf(finishWith('t1', `${op.issuer}/t1`, `${op.issuer}${end}`))
      expect(error).toMatchObject({ type: 'InvalidCheck', cause: { reason: 'iss' } })
    },
  )
})

describe('max_age of a sign-in request that', () => {
  const finishWith = async (
    config: OIDCConfig,
    requested: Record<string, string>,
    authTime: (now: number) => unknown,
  ) => {
    const attempt = await start(setup, config, requested)
    const created = op.now()
    setup.clock.forward(600)
    claims((all) => ({ ...all, auth_time: authTime(op.now()) }))
    const checks = { ...attempt.checks, created }
    return {
      sent: attempt.url.searchParams.get('max_age'),
      done: finish(setup, attempt, op.consent(attempt.url), checks),
    }
  }

  test.each<[string, Record<string, string>, (now: number) => unknown]>([
    ['matches auth_time', { max_age: '900' }, (now) => now - 899],
    ['matches auth_time within the tolerance', { max_age: '900' }, (now) => now - 960],
    ['is 0, with an authentication during this attempt', { max_age: '0' }, (now) => now - 590],
    ['is absent', {}, () => undefined],
    ['is not a number', { max_age: 'soon' }, () => undefined],
    ['is negative', { max_age: '-1' }, () => undefined],
  ])('%s is accepted', async (_name, requested, authTime) => {
    const { done } = await finishWith(oidc(op), requested, authTime)
    expect((await done).subject).toBe('ann')
  })

  test.each<[string, Record<string, string>, (now: number) => unknown]>([
    ['is exceeded', { max_age: '900' }, (now) => now - 961],
    ['is sent, without auth_time', { max_age: '900' }, () => undefined],
    ['is sent, with a text as auth_time', { max_age: '900' }, (now) => String(now)],
    ['is sent, with auth_time in the future', { max_age: '900' }, (now) => now + 61],
    ['is 0, with an authentication before this attempt', { max_age: '0' }, (now) => now - 661],
  ])('%s is refused', async (_name, requested, authTime) => {
    const { done } = await finishWith(oidc(op), requested, authTime)
    expect((await errorOf(done)).cause).toMatchObject({ claim: 'auth_time' })
  })

  test.each([
    ['900', '300', '300'],
    ['300', '900', '300'],
    ['300', 'never', '300'],
    [undefined, '60', '60'],
    [undefined, '1e9', null],
  ])('is %2$s with the config %s results in the smaller value %3$s', async (configured, requested, sent) => {
    const config = oidc(op, configured === undefined ? {} : { client: { default_max_age: Number(configured) } })
    const response = await finishWith(config, { max_age: requested }, (now) => now)
    expect(response.sent).toBe(sent)
    expect((await response.done).subject).toBe('ann')
  })
})

/** A token with any payload, signed by the provider. */
const rawSigned = async (payload: string): Promise<string> => {
  const { privateKey, kid } = keyFor('RS256')
  const data = `${part({ alg: 'RS256', kid })}.${part(payload)}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(data))
  return `${data}.${Buffer.from(signature).toString('base64url')}`
}

describe('a payload', () => {
  test.each(['[]', '"text"', '7', 'null', '', '{', '{"sub":"ann"'])('of %j is refused', async (payload) => {
    op.tamper.idToken = () => rawSigned(payload)
    await expectRefused()
  })

  test('with deep nesting or __proto__ is accepted without pollution', async () => {
    op.tamper.idToken = (all) =>
      rawSigned(`{"deep":${'['.repeat(1e5)}${']'.repeat(1e5)},${JSON.stringify(all).slice(1)}`)
    await signIn(setup, op, oidc(op))
    op.tamper.idToken = (all) =>
      rawSigned(`{"__proto__":{"admin":true},"constructor":7,${JSON.stringify(all).slice(1)}`)
    const { profile } = await signIn(setup, op, oidc(op))
    expect(Object.hasOwn(profile, '__proto__')).toBe(false)
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  test.each<[string, (text: string) => Uint8Array]>([
    ['Latin-1', (text) => Buffer.from(text.replace('Ann', '\xc4nn'), 'latin1')],
    [
      'lone surrogates',
      (text) =>
        Buffer.concat([
          Buffer.from(text.slice(0, -1)),
          Buffer.from([0x2c, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
        ]),
    ],
    ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
    ['a byte order mark only', () => Buffer.from('\ufeff')],
  ])('in %s is refused', async (_name, write) => {
    const { privateKey, kid } = keyFor('RS256')
    op.tamper.idToken = async (all) => {
      const data = `${part({ alg: 'RS256', kid })}.${Buffer.from(write(JSON.stringify(all))).toString('base64url')}`
      const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(data))
      return `${data}.${Buffer.from(signature).toString('base64url')}`
    }
    await expectRefused()
  })

  test('with a byte order mark is accepted', async () => {
    op.tamper.idToken = (all) => rawSigned(`\ufeff${JSON.stringify(all)}`)
    await expectAccepted()
  })

  test('of five megabytes is aborted', async () => {
    claims((all) => ({ ...all, more: 'x'.repeat(5 * 2 ** 20) }))
    expect((await errorOf(signIn(setup, op, oidc(op)))).cause).toMatchObject({
      endpoint: 'token',
      reason: 'too large',
    })
  })

  test('of a logout token is refused, also without its typ', async () => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    for (const header of [{ typ: 'logout+jwt' }, { typ: 'JWT' }, {}]) {
      op.tamper.idToken = ({ nonce: _none, ...all }) => op.sign({ ...all, events, jti: '1' }, keyFor('RS256'), header)
      await expectRefused()
    }
  })

  test('of an access token of the same provider is refused', async () => {
    op.tamper.idToken = ({ nonce: _none, ...all }) =>
      op.sign({ ...all, scope: 'openid' }, keyFor('RS256'), { typ: 'at+jwt' })
    await expectRefused()
  })
})
