import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Auth, skipCSRFCheck } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeGuide } from '../../core/test/compat/guide.ts'
import type { Site } from './support/site.ts'
import { cookieHeader, namesOf, ORIGIN, visit } from './support/kit.ts'

const SECRET = 'a secret of the tests, thirty-two characters and more'

let folder: string
let site: Site

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-guide-'))
  await writeGuide(folder)
  const variables = {
    AUTH_SECRET: SECRET,
    AUTH_TRUST_HOST: 'true',
    AUTH_KEYCLOAK_ID: 'app',
    AUTH_KEYCLOAK_SECRET: 'app-secret',
    AUTH_KEYCLOAK_ISSUER: 'https://login.example.com/realms/app',
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  site = (await import(/* @vite-ignore */ join(folder, 'sveltekit/auth.ts'))) as Site
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** What the published package for SvelteKit asks of the published core, which makes all of its cookies. */
const signInWithAuthJs = (): Promise<Response> =>
  Auth(new Request(`${ORIGIN}/auth/callback/credentials`, { method: 'POST', body: new URLSearchParams() }), {
    basePath: '/auth',
    providers: [Credentials({ authorize: () => ({ id: '1', name: 'Ann' }) })],
    secret: SECRET,
    skipCSRFCheck,
    trustHost: true,
  })

type Seen = { readonly locals: App.Locals }

const whoAmI = ({ locals }: Seen) => locals.auth()

test('locals.auth() knows who was signed in before the move, and hands out our cookie', async () => {
  const old = await signInWithAuthJs()
  const first = await visit(site, { path: '/', headers: { cookie: cookieHeader(old) } }, whoAmI)
  expect(await first.json()).toMatchObject({ user: { name: 'Ann' } })
  expect(namesOf(first)).toStrictEqual(['__Secure-authjs.session-token', '__Secure-gatehouse.session-token'])

  const second = await visit(site, { path: '/', headers: { cookie: cookieHeader(old, first) } }, whoAmI)
  expect(await second.json()).toMatchObject({ user: { name: 'Ann' } })
  expect(namesOf(second)).toStrictEqual([])
})

test('the sign-out action ends a session of before the move', async () => {
  const old = await signInWithAuthJs()
  const cookie = cookieHeader(old)
  const left = await visit(site, { path: '/signout', headers: { cookie }, form: {} }, site.signOut)
  expect(left.status).toBe(302)
  const after = await visit(site, { path: '/', headers: { cookie: cookieHeader(old, left) } }, whoAmI)
  expect(await after.json()).toBeNull()
})
