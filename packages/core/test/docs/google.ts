import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryAdapter } from '@authwright/testing'

// The application of docs/guides/provider-tokens.md, and a token endpoint.

export const adapter = memoryAdapter()
export const client = { client_id: 'demo', client_secret: 'demo-secret' }
export const secret = ['a newer secret for the tokens of providers', 'an older secret for the tokens of providers']

/** Each refresh token works once and returns the next one. */
export const endpoint = { turn: 1 }

export const server = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (body: string) => {
    const isGood = new URLSearchParams(body).get('refresh_token') === `rt-${endpoint.turn}`
    response.writeHead(isGood ? 200 : 400, { 'content-type': 'application/json' })
    if (!isGood) return response.end('{"error":"invalid_grant"}')
    endpoint.turn += 1
    const { turn } = endpoint
    return response.end(JSON.stringify({ access_token: `at-${turn}`, refresh_token: `rt-${turn}`, expires_in: 3600 }))
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

export const tokenEndpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
