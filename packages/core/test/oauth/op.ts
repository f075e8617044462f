import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose'
import { sha256Of } from './hash.ts'

/** A literal response. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text, bytes, or a function that writes the response. */
  readonly body?: string | Uint8Array | ((response: ServerResponse) => void)
}

/** A received request. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: URLSearchParams
}

export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

type Json = Record<string, unknown>

/** How a test makes the provider misbehave. Each function is called for each response. */
export interface Tampering {
  discovery?: (document: Json) => Json
  jwks?: (keys: JWK[]) => JWK[]
  claims?: (claims: JWTPayload) => JWTPayload
  /** The compact token instead of a valid one. */
  idToken?: (claims: JWTPayload, op: Op) => Promise<string> | string
  tokens?: (body: Json) => Json
  userinfo?: (body: Json) => Json
  /** The whole response for a path instead of the default one. */
  reply?: (path: string, seen: Seen) => Reply | undefined
}

interface Grant {
  readonly nonce: string | null
  readonly challenge: string | null
  readonly redirectUri: string | null
}

/** An OpenID Provider over HTTP on loopback that a test controls. */
export interface Op {
  readonly issuer: string
  readonly seen: Seen[]
  tamper: Tampering
  keys: SigningKey[]
  /** Whether the discovery document announces pushed authorization requests. */
  offersPush: boolean
  /** Seconds since the epoch, by the provider's clock. */
  now: () => number
  /** The paths of the received requests. */
  readonly paths: () => string[]
  /** Clear received requests and tampering. */
  readonly reset: () => void
  /** The parameters of an authorization request, also of a pushed one. */
  readonly authorizationParameters: (authorizationUrl: URL) => URLSearchParams
  /** Let the user consent. Returns the authorization response. */
  readonly consent: (authorizationUrl: URL) => URLSearchParams
  readonly addKey: (alg?: string) => Promise<SigningKey>
  /** The default token response. */
  readonly token: (seen: Seen) => Promise<Reply>
  readonly sign: (claims: JWTPayload, key?: SigningKey, header?: Json) => Promise<string>
  readonly close: () => Promise<void>
}

export const CLIENT_ID = 'client-1'
export const CLIENT_SECRET = 'a client secret of thirty-two characters'

const json = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const readBody = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

const makeKey = async (alg: string, kid: string): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

const send = (response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void => {
  if (typeof body === 'function') return body(response)
  response.writeHead(status, headers)
  response.end(body)
}

class Provider implements Op {
  issuer = ''
  readonly seen: Seen[] = []
  tamper: Tampering = {}
  keys: SigningKey[] = []
  offersPush = false
  now: () => number = () => Math.floor(Date.now() / 1000)
  close: () => Promise<void> = async () => undefined
  private readonly grants = new Map<string, Grant>()
  private readonly pushed = new Map<string, URLSearchParams>()
  private count = 0

  paths = (): string[] => this.seen.map(({ path }) => path)

  reset = (): void => {
    this.seen.length = 0
    this.tamper = {}
    this.offersPush = false
  }

  addKey = async (alg = 'RS256'): Promise<SigningKey> => {
    this.count += 1
    const key = await makeKey(alg, `key-${this.count}`)
    this.keys.push(key)
    return key
  }

  authorizationParameters = (url: URL): URLSearchParams =>
    this.pushed.get(url.searchParams.get('request_uri') ?? '') ?? url.searchParams

  consent = (url: URL): URLSearchParams => {
    this.count += 1
    const code = `code-${this.count}`
    const asked = this.authorizationParameters(url)
    this.grants.set(code, {
      nonce: asked.get('nonce'),
      challenge: asked.get('code_challenge'),
      redirectUri: asked.get('redirect_uri'),
    })
    return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.issuer })
  }

  sign = async (claims: JWTPayload, key = this.keys.at(-1), header: Json = {}): Promise<string> => {
    if (key === undefined) throw new Error('The provider has no key')
    return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey)
  }

  discovery = (): Reply => {
    const document = {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/me`,
      jwks_uri: `${this.issuer}/jwks`,
      ...(this.offersPush ? { pushed_authorization_request_endpoint: `${this.issuer}/par` } : {}),
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'PS256', 'Ed25519'],
      authorization_response_iss_parameter_supported: true,
    }
    return json(this.tamper.discovery?.(document) ?? document)
  }

  jwks = (): Reply => {
    const keys = this.keys.map(({ jwk }) => jwk)
    return json({ keys: this.tamper.jwks?.(keys) ?? keys })
  }

  private readonly idToken = async (nonce: string | null): Promise<string> => {
    const now = this.now()
    const defaults = {
      iss: this.issuer,
      aud: CLIENT_ID,
      sub: 'ann',
      iat: now,
      exp: now + 300,
      ...(nonce === null ? {} : { nonce }),
    }
    const profile = { name: 'Ann', email: 'Ann@Example.org', email_verified: true, picture: `${this.issuer}/ann.png` }
    const claims = this.tamper.claims?.({ ...defaults, ...profile }) ?? { ...defaults, ...profile }
    return this.tamper.idToken?.(claims, this) ?? this.sign(claims)
  }

  token = async (seen: Seen): Promise<Reply> => {
    const code = seen.body.get('code') ?? ''
    const grant = this.grants.get(code)
    this.grants.delete(code)
    if (grant === undefined) return json({ error: 'invalid_grant', error_description: 'unknown code' }, 400)
    if (grant.redirectUri !== seen.body.get('redirect_uri')) return json({ error: 'invalid_grant' }, 400)
    if (grant.challenge !== null && grant.challenge !== sha256Of(seen.body.get('code_verifier') ?? '')) {
      return json({ error: 'invalid_grant', error_description: 'PKCE' }, 400)
    }
    const body = {
      access_token: 'the-access-token',
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: await this.idToken(grant.nonce),
    }
    return json(this.tamper.tokens?.(body) ?? body)
  }

  userinfo = (): Reply => {
    const body = { sub: 'ann', name: 'Ann of the userinfo', email: 'ann@example.org', email_verified: true }
    return json(this.tamper.userinfo?.(body) ?? body)
  }

  par = (seen: Seen): Reply => {
    this.count += 1
    const reference = `urn:ietf:params:oauth:request_uri:${this.count}-${seen.body.get('client_id')}`
    this.pushed.set(reference, seen.body)
    return json({ request_uri: reference, expires_in: 60 }, 201)
  }

  respond = async (seen: Seen): Promise<Reply> => {
    const own = this.tamper.reply?.(seen.path, seen)
    if (own !== undefined) return own
    switch (seen.path) {
      case '/.well-known/openid-configuration':
        return this.discovery()
      case '/jwks':
        return this.jwks()
      case '/token':
        return this.token(seen)
      case '/me':
        return this.userinfo()
      case '/par':
        return this.par(seen)
      default:
        return { status: 404 }
    }
  }
}

/** Start a provider with one RS256 key. */
export const startOp = async (): Promise<Op> => {
  const op = new Provider()
  await op.addKey()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://op.test')
    const { method = '', headers } = request
    void readBody(request)
      .then((body) => {
        const seen: Seen = { method, path: url.pathname, query: url.searchParams, headers, body }
        op.seen.push(seen)
        return op.respond(seen)
      })
      .then((reply) => send(response, reply))
  })
  // On a busy machine a connection must stay open until it is used.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  op.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  op.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return op
}
