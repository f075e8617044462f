import { request } from 'node:http'
import GitHub from '@authwright/core/providers/github'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { credentialsOf, emulated, emulatorAt, everyProvider, startEmulator, type Emulator } from './index.ts'

let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

const { clientId, clientSecret } = credentialsOf('github')
const back = 'http://localhost:5173/auth/callback/github'

const authorizationUrl = (change: Readonly<Record<string, string>> = {}): URL => {
  const url = emulator.locate('https://github.com/login/oauth/authorize')
  const standard = {
    client_id: clientId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'read:user user:email',
    state: 's',
  }
  url.search = new URLSearchParams({ ...standard, ...change }).toString()
  return url
}

const choose = async (change: Readonly<Record<string, string>> = {}): Promise<URL> => {
  const body = new URLSearchParams({ person: 'ada' })
  const response = await fetch(authorizationUrl(change), { method: 'POST', body, redirect: 'manual' })
  return new URL(response.headers.get('location') ?? `none: ${response.status}`)
}

const exchangeCode = (fields: Readonly<Record<string, string>>, secret = clientSecret): Promise<Response> =>
  emulator.fetch('https://github.com/login/oauth/access_token', {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: back, ...fields }),
  })

describe('an emulated authorization page', () => {
  test('offers three users and a denial', async () => {
    const page = await (await fetch(authorizationUrl())).text()
    for (const word of ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Deny']) expect(page).toContain(word)
  })

  test('redirects the chosen user back with a code and the state', async () => {
    const response = await choose()
    expect(response.origin + response.pathname).toBe(back)
    expect(response.searchParams.get('state')).toBe('s')
    expect(response.searchParams.get('code')).toMatch(/^code-/)
  })

  test.each([
    ['an unregistered application', { client_id: 'another' }],
    ['a redirect URI on another machine', { redirect_uri: 'https://app.example.com/auth/callback/github' }],
    ['a redirect URI that looks like this machine', { redirect_uri: 'http://localhost.example.com/' }],
    ['a redirect URI with a script', { redirect_uri: 'javascript://localhost/%0aalert(1)' }],
    ['a missing state', { state: '' }],
    ['a missing scope', { scope: 'read:user' }],
    ['another response type', { response_type: 'token' }],
    ['a plain code challenge', { code_challenge: 'c', code_challenge_method: 'plain' }],
  ])('rejects %s with an error page and does not redirect', async (_what, change) => {
    const response = await fetch(authorizationUrl(change), { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })
})

describe('an emulated token endpoint', () => {
  test('accepts a code once', async () => {
    const code = (await choose()).searchParams.get('code') ?? ''
    expect((await exchangeCode({ code })).status).toBe(200)
    const again = await exchangeCode({ code })
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('rejects a wrong secret', async () => {
    const code = (await choose()).searchParams.get('code') ?? ''
    expect((await exchangeCode({ code }, 'wrong')).status).toBe(401)
  })

  test('rejects a wrong code_verifier and a different redirect_uri', async () => {
    const bound = (await choose({ code_challenge: 'c', code_challenge_method: 'S256' })).searchParams.get('code') ?? ''
    expect((await exchangeCode({ code: bound, code_verifier: 'v' })).status).toBe(400)
    const code = (await choose()).searchParams.get('code') ?? ''
    expect((await exchangeCode({ code, redirect_uri: 'http://localhost:5173/elsewhere' })).status).toBe(400)
  })

  test('rejects a resource request without an access token', async () => {
    expect((await emulator.fetch('https://api.github.com/user', { headers: { 'user-agent': 'a' } })).status).toBe(401)
  })
})

test('rejects another host name, so that a page on a rebound name reads nothing', async () => {
  const { port } = new URL(emulator.origin)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: 'rebound.example.com' }
    request({ host: '127.0.0.1', port, path: '/', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
  expect(status).toBe(421)
})

test('throws for a provider that has no mock', () => {
  const own = { id: 'own', name: 'Own', type: 'oauth' } as const
  expect(() => emulated(own, emulator)).toThrow(RangeError)
})

describe('emulatorAt', () => {
  test.each([
    'https://emulator.example',
    'http://emulator.example:5183',
    'http://192.168.0.7:5183',
    'http://0.0.0.0:5183',
    'http://localhost.example.com:5183',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@emulator.example',
    'http://[::ffff:127.0.0.1]:5183',
    'http://[::]:5183',
    'http://user:secret@127.0.0.1:5183',
    'http://127.0.0.1:5183/path',
    'http://127.0.0.1:5183/?query',
    'ftp://127.0.0.1:5183',
    'file:///127.0.0.1',
    'javascript:alert(1)',
    '127.0.0.1:5183',
    '',
  ])('throws for "%s"', (address) => {
    expect(() => emulatorAt(address)).toThrow(RangeError)
  })

  test.each([
    ['http://127.0.0.1:5183', 'http://127.0.0.1:5183'],
    ['http://127.0.0.1:5183/', 'http://127.0.0.1:5183'],
    ['http://LOCALHOST:80', 'http://localhost'],
    ['https://[::1]:5183', 'https://[::1]:5183'],
    ['http://emulator.localhost:5183', 'http://emulator.localhost:5183'],
  ])('accepts %s', (address, origin) => {
    const at = emulatorAt(address)
    expect([at.origin, at.locate('https://github.com/login').href]).toEqual([origin, `${origin}/github.com/login`])
  })

  test('emulated throws for an emulator object whose pages are on another machine', async () => {
    const remote = { ...emulator, locate: () => new URL('https://emulator.example/github.com/login') }
    expect(() => emulated(GitHub(), remote)).toThrow(RangeError)
    await expect(everyProvider(remote)).rejects.toThrow(RangeError)
  })
})
