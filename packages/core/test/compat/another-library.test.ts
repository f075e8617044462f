import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeGuide } from '@authwright/test-kit/migration-guide'

// The example of the guide for applications that used another library.

const FORMER_SECRET = 'what the former library signed its sessions with'

let folder: string
let handle: (request: Request) => Promise<Response>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authwright-former-'))
  await writeGuide(folder)
  const variables = {
    AUTH_SECRET: 'a secret of the tests, thirty-two characters and more',
    AUTH_URL: 'https://app.example.com',
    AUTH_KEYCLOAK_ID: 'app',
    AUTH_KEYCLOAK_SECRET: 'app-secret',
    AUTH_KEYCLOAK_ISSUER: 'https://login.example.com/realms/app',
    FORMER_SECRET,
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  handle = ((await import(/* @vite-ignore */ join(folder, 'after/another-library.ts'))) as { handle: typeof handle })
    .handle
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const token = (secret: string, expires: string) =>
  new SignJWT({ name: 'Ann' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('ann-1')
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))

const read = (cookie: string): Promise<Response> =>
  handle(new Request('https://app.example.com/auth/session', { headers: { cookie } }))

test('a session of another library continues in our cookie', async () => {
  const response = await read(`__Host-sid=${await token(FORMER_SECRET, '1h')}`)
  expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
  const cookies = response.headers.getSetCookie()
  expect(cookies).toContainEqual(expect.stringMatching(/^__Host-sid=;.*Max-Age=0/))
  const own = cookies.find((line) => line.startsWith('__Host-authwright.session-token='))?.split(';')[0] ?? ''
  expect(await (await read(own)).json()).toMatchObject({ user: { name: 'Ann' } })
})

test.each([
  ['was signed with another key', () => token('another key that signs no session here', '1h')],
  ['has expired', () => token(FORMER_SECRET, '-1h')],
  ['is none', () => Promise.resolve('nothing')],
])('a token that %s is refused', async (_what, make) => {
  const response = await read(`__Host-sid=${await make()}`)
  expect([response.status, await response.json()]).toStrictEqual([200, null])
})
