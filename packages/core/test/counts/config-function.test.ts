import { ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAuth, type AuthConfig } from '../../src/index.ts'
import { encode } from '../../src/jwt.ts'
import { oauthMethod } from '../../src/methods/oauth/oauth-method.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'

const NAME = '__Host-authwright.session-token'
const client = { clientId: 'client', clientSecret: 'secret' }

/** A config as a function returns it for each request: no object or function of it is that of the last request. */
const configFor = (request: number, given: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  providers: [GitHub(client), Google({ ...client, profile: ({ sub }) => ({ id: sub, request }) })],
  callbacks: { session: ({ session }) => ({ ...session, request }) },
  ...given,
})

/** How many providers are resolved for each of four requests. Each of them merges the options of its entry once. */
const resolvedBy = async (given: (request: number) => Partial<AuthConfig>, path = '/auth/session') => {
  const merge = vi.spyOn(oauthMethod, 'mergeOptions')
  onTestFinished(() => merge.mockRestore())
  const token = await encode({ token: { sub: 'ann', name: 'Ann' }, secret: SECRET, salt: NAME })
  // Configs of other tests belong to another runtime.
  const runtime = { ...defaultRuntime }
  const counts: number[] = []
  for (let request = 0; request < 4; request += 1) {
    merge.mockClear()
    const headers = { cookie: `${NAME}=${token}` }
    const auth = createAuth(configFor(request, given(request)), runtime)
    const response = await auth.handle(new Request(ORIGIN + path, { headers }))
    if (path === '/auth/session') expect(await response.json()).toMatchObject({ user: { name: 'Ann' }, request })
    counts.push(merge.mock.calls.length)
  }
  return counts
}

test('a session check resolves no provider when the config differs from the last one in closures only', async () => {
  expect(await resolvedBy(() => ({}))).toStrictEqual([2, 0, 0, 0])
})

test('a session check resolves no provider when another value differs too', async () => {
  expect(await resolvedBy((request) => ({ session: { maxAge: 8000 + request } }))).toStrictEqual([2, 0, 0, 0])
})

test('a session check resolves the providers again when one of their values differs', async () => {
  const values = (request: number) => ({ providers: [GitHub({ ...client, clientId: `client ${request}` })] })
  expect(await resolvedBy(values)).toStrictEqual([1, 1, 1, 1])
})

test('a request that needs the providers resolves those of its own config', async () => {
  expect(await resolvedBy(() => ({}), '/auth/providers')).toStrictEqual([2, 2, 2, 2])
})
