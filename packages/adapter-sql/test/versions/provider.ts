import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The issuer, whatever the port. Recorded attempts contain it. */
export const ISSUER = 'https://id.example.com'

/** The contents of an authorization code: the user, and the nonce of the attempt. */
export interface Code {
  readonly id: string
  readonly email: string
  readonly nonce?: string
}

export const codeOf = (code: Code): string => Buffer.from(JSON.stringify(code)).toString('base64url')

const readText = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString()
}

/** Starts an OpenID Provider without state: the authorization code contains the user. */
export const startProvider = async (now: () => number) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const tokens = async (form: URLSearchParams) => {
    const code = form.get('code') ?? ''
    const { id, email, nonce }: Code = JSON.parse(Buffer.from(code, 'base64url').toString())
    const idToken = await new SignJWT({ email, email_verified: true, ...(nonce === undefined ? {} : { nonce }) })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(ISSUER)
      .setSubject(id)
      .setAudience('client')
      .setIssuedAt(Math.floor(now() / 1000))
      .setExpirationTime(Math.floor(now() / 1000) + 300)
      .sign(privateKey)
    return { access_token: code, token_type: 'Bearer', expires_in: 3600, id_token: idToken }
  }
  const endpoints: Readonly<Record<string, (request: IncomingMessage) => Promise<unknown>>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/jwks`,
      userinfo_endpoint: `${ISSUER}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': async () => ({ keys: [jwk] }),
    '/token': async (request) => tokens(new URLSearchParams(await readText(request))),
    '/userinfo': async ({ headers }) => {
      const token = (headers.authorization ?? '').replace(/^Bearer /i, '')
      const { id, email }: Code = JSON.parse(Buffer.from(token, 'base64url').toString())
      return { id, sub: id, email, email_verified: true }
    },
  }
  const server = createServer((request, response) => {
    const endpoint = endpoints[request.url ?? '']
    response.setHeader('content-type', 'application/json')
    if (endpoint === undefined) response.writeHead(404).end('{}')
    else void endpoint(request).then((body) => response.end(JSON.stringify(body)))
  })
  // Prevents that a connection is closed while a client reuses it.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    /** A `fetch` that resolves the issuer to the provider. */
    fetch: (input: string | URL | Request, init?: RequestInit) =>
      fetch(String(input instanceof Request ? input.url : input).replace(ISSUER, `http://127.0.0.1:${port}`), init),
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>
