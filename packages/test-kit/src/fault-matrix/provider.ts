import type { IncomingMessage } from 'node:http'
import { startLoopback, type LoopbackServer } from '@authwright/testing/local-server'
import type { ProviderUser } from './provider-user.ts'

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array))
  return new URLSearchParams(Buffer.concat(parts).toString())
}

/** An authorization code that contains its user, so that the provider stores nothing. */
export const codeOf = (user: ProviderUser): string => Buffer.from(JSON.stringify(user)).toString('base64url')

/** The token and userinfo endpoints of an OAuth 2.0 provider. Code and access token contain the user. */
export const startProvider = (): Promise<LoopbackServer> =>
  startLoopback(0, () => async (request, response) => {
    const form = await readForm(request)
    response.setHeader('content-type', 'application/json')
    if (request.url === '/token') {
      response.end(JSON.stringify({ access_token: form.get('code'), token_type: 'Bearer', expires_in: 3600 }))
      return
    }
    const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
    response.end(Buffer.from(token, 'base64url'))
  })
