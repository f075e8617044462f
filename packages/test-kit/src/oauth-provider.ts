import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuth2Config } from '@authwright/core'

/** An OAuth 2.0 provider over HTTP. The test sets its user and its responses. */
export interface TestProvider {
  readonly origin: string
  /** The body of the next userinfo response. */
  profile: Record<string, unknown>
  /** The status of the next userinfo response. */
  userinfoStatus: number
  /** `METHOD path` of every received request. */
  readonly requests: string[]
  readonly config: (more?: Partial<OAuth2Config>) => OAuth2Config
  readonly close: () => Promise<void>
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

export const startProvider = async (): Promise<TestProvider> => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume()
    const isToken = request.url === '/token'
    const body = isToken
      ? { access_token: 'at-1', token_type: 'Bearer', expires_in: '3600', scope: 'user' }
      : provider.profile
    response.writeHead(isToken ? 200 : provider.userinfoStatus, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  // A database in this process may block it for seconds. Until then no idle connection may end, or the next request
  // fails.
  server.keepAliveTimeout = 600_000
  const origin = `http://127.0.0.1:${await listen(server)}`
  const provider: TestProvider = {
    origin,
    profile: { id: 'ann-1', name: 'Ann', email: 'Ann@Example.org' },
    userinfoStatus: 200,
    requests,
    config: (more = {}) => ({
      id: 'oa',
      name: 'OA',
      type: 'oauth',
      clientId: 'client',
      clientSecret: 'client-secret',
      authorization: `${origin}/authorize`,
      token: `${origin}/token`,
      userinfo: `${origin}/userinfo`,
      ...more,
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return provider
}

/** The callback URL to which the provider redirects the browser. */
export const callbackUrl = (
  authorizationUrl: string,
  response: Record<string, string> = { code: 'code-1' },
): string => {
  const request = new URL(authorizationUrl).searchParams
  const url = new URL(request.get('redirect_uri') ?? '')
  url.search = new URLSearchParams({ ...response, state: request.get('state') ?? '' }).toString()
  return url.href
}
