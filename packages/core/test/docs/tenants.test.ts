import { SECRET } from '@authwright/test-kit/auth-setup'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAuth, type AuthConfig } from '../../src/index.ts'
import { handle } from './shown/handle.ts'
import type { Tenant } from './shown/tenant.ts'
import { configOf } from './shown/tenants.ts'

const makeTenant = (id: string): Tenant => ({
  id,
  name: id,
  host: `${id}.example.com`,
  issuer: `https://login.${id}.example`,
  clientId: 'client',
  clientSecret: 'client-secret',
  domains: [`${id}.example`],
})
const [a, b, c] = [makeTenant('a'), makeTenant('b'), makeTenant('c')]

vi.mock('./shown/tenant.ts', () => ({ findTenant: async (host: string) => [a, b, c].find((one) => one.host === host) }))
beforeEach(() => vi.stubEnv('AUTH_SECRET', SECRET))
afterEach(() => vi.unstubAllEnvs())

const password = {
  id: 'password',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ({ id: '1', name: 'Ada' }),
}

/** The cookies of a user who signed in at the tenant A. */
const signInAtA = async (): Promise<string> => {
  const origin = 'https://a.example.com'
  const { handle: signIn } = createAuth({ ...configOf(a), providers: [password], secret: SECRET })
  const response = await signIn(
    new Request(`${origin}/auth/callback/password`, { method: 'POST', headers: { origin }, body: '' }),
  )
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const visit = (host: string, path: string, cookie: string): Promise<Response> =>
  handle(new Request(`https://${host}${path}`, { headers: { cookie } }))

test('the session of a tenant in docs/guides/tenants.md is refused at another tenant', async () => {
  const cookie = await signInAtA()
  expect(await (await visit('a.example.com', '/', cookie)).text()).toBe('Ada at a')
  const refused = await visit('b.example.com', '/', cookie)
  expect([refused.status, refused.headers.get('location')]).toEqual([302, '/auth/signin'])
  expect(await (await visit('b.example.com', '/auth/session', cookie)).json()).toBeNull()
  expect((await visit('d.example.com', '/', cookie)).status).toBe(404)
})

test('the guard of docs/guides/tenants.md refuses the session also where the jwt callback does not run', async () => {
  const cookie = await signInAtA()
  const config: AuthConfig = configOf(c)
  Object.assign(config, { callbacks: { ...config.callbacks, jwt: undefined } })
  // The cookie opens: all tenants have one secret.
  expect(await (await visit('c.example.com', '/auth/session', cookie)).json()).toMatchObject({ tenant: 'a' })
  expect((await visit('c.example.com', '/', cookie)).status).toBe(302)
})
