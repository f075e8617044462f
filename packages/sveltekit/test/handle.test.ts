import { SvelteKitAuth } from '@authwright/sveltekit'
import type { SvelteKitAuthConfig } from '@authwright/sveltekit'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cookieHeader, lastError, namesOf, visit } from './support/kit.ts'
import { SECRET, ann, makeSite, options, passwords, postSignIn, silent } from './support/site.ts'

afterEach(() => vi.unstubAllEnvs())

const signedIn = async (site = makeSite()) => ({ site, cookie: cookieHeader(await postSignIn(site, ann)) })

describe('locals.auth', () => {
  test('reads the session once a request, however often it is asked', async () => {
    let read = 0
    const { site, cookie } = await signedIn(
      makeSite({
        callbacks: {
          session: ({ session }) => {
            read += 1
            return session
          },
        },
      }),
    )
    const ask = () =>
      visit(site, { path: '/', headers: { cookie } }, ({ locals }) =>
        Promise.all([locals.auth(), locals.auth(), locals.getSession()]),
      )
    const [first, second, third] = (await (await ask()).json()) as unknown[]
    expect(read).toBe(1)
    expect(first).toMatchObject({ user: { name: 'Ann' } })
    expect([second, third]).toEqual([first, first])
    await ask()
    expect(read).toBe(2)
  })

  test('keeps requests apart that run at once', async () => {
    const { site, cookie } = await signedIn()
    const names = await Promise.all(
      [cookie, '', cookie, ''].map(async (header) => {
        const response = await visit(site, { path: '/', headers: { cookie: header } }, ({ locals }) => locals.auth())
        return ((await response.json()) as { user?: { name?: string } } | null)?.user?.name
      }),
    )
    expect(names).toEqual(['Ann', undefined, 'Ann', undefined])
  })

  test('is not asked by itself: a page without people needs no session and no working config', async () => {
    const response = await visit(makeSite({ secret: 'short' }), { path: '/' }, () => 'public')
    expect(await response.json()).toBe('public')
  })

  test.each([
    ['a secret that is too short', { secret: 'short' }, 'WeakSecret'],
    ['a host that is not trusted', { trustHost: false }, 'UntrustedHost'],
    ['a callback that throws', { callbacks: { session: () => Promise.reject(new Error('down')) } }, 'JWTSessionError'],
  ])('throws for %s: that is no session, and not nobody', async (_name, more: Partial<SvelteKitAuthConfig>, type) => {
    const { cookie } = await signedIn()
    await visit(makeSite(more), { path: '/', headers: { cookie } }, ({ locals }) => locals.auth())
    expect(lastError()).toMatchObject({ type })
  })

  test('is left as it is where somebody else put it', async () => {
    const locals = { auth: () => Promise.resolve({ expires: 'never' }) }
    const response = await visit(makeSite(), { path: '/', event: { locals } }, (event) => event.locals.auth())
    expect(await response.json()).toEqual({ expires: 'never' })
  })
})

describe('the routes of the engine', () => {
  test.each([
    ['/auth/session', true],
    ['/auth/signin/a/b', true],
    ['/auth/callback/credentials', true],
    ['/auth', false],
    ['/auth/', false],
    ['/auth/account', true],
    ['/auth/account/', true],
    ['/auth/account/invoices', false],
    ['/auth/profile', false],
    ['/authsession', false],
    ['/shop/auth/session', false],
  ])('%s: %s', async (path, ours) => {
    const response = await visit(makeSite(), { path }, () => 'page')
    expect((await response.text()) !== '"page"').toBe(ours)
  })

  test('are told from others in no time, however many slashes there are', async () => {
    const site = makeSite()
    const times: number[] = []
    for (let i = 0; i < 3; i += 1) {
      const begun = performance.now()
      await visit(site, { path: `/auth/account${'/'.repeat(30_000)}x` }, () => 'page')
      times.push(performance.now() - begun)
    }
    expect(Math.min(...times)).toBeLessThan(200)
  })

  test.each([
    ['/auth/account', '/auth/account', false],
    ['/auth/account', '/(members)/auth/(own)/account', false],
    ['/auth/passkey', '/auth/passkey/[[tab]]', false],
    ['/auth/change-email', '/auth/change-email', false],
    ['/auth/change-email', '/[...rest]', true],
    ['/auth/account', '/account', false],
    ['/auth/account', '/[...rest]', true],
    ['/auth/account', '/auth/[page]', true],
    ['/auth/account', null, true],
    ['/auth/signin', '/auth/signin', true],
  ])('%s where the application has %s: %s', async (path, id, ours) => {
    const response = await visit(makeSite(), { path, event: { route: { id } } }, () => 'page')
    expect((await response.text()) !== '"page"').toBe(ours)
  })

  test('lie below the basePath of the config', async () => {
    const site = makeSite({ basePath: 'members/door/' })
    expect(await (await visit(site, { path: '/members/door/session' })).json()).toBeNull()
    const csrf = await visit(site, { path: '/members/door/providers' })
    expect(await csrf.json()).toMatchObject({
      credentials: { callbackUrl: 'https://app.example/members/door/callback/credentials' },
    })
    expect(await (await visit(site, { path: '/auth/session' }, () => 'page')).json()).toBe('page')
  })

  test('are not taken from a remote function, whose address its caller tells', async () => {
    const event = { isRemoteRequest: true }
    expect(await (await visit(makeSite(), { path: '/auth/session', event }, () => 'remote')).json()).toBe('remote')
  })

  test('check where a form comes from', async () => {
    const asked = { path: '/auth/callback/credentials', form: ann, headers: { origin: 'https://evil.example' } }
    const response = await visit(makeSite(), asked)
    expect(response.headers.get('location')).toContain('error=MissingCSRF')
  })
})

describe('the environment', () => {
  const bare = { providers: [passwords], logger: silent }

  test('works in production: secret, canonical origin and trust', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_URL', 'https://public.example/ignored')
    const response = await visit(SvelteKitAuth(bare), { path: '/auth/providers', origin: 'http://10.0.0.7:3000' })
    expect(await response.json()).toMatchObject({
      credentials: { signinUrl: 'https://public.example/auth/signin/credentials' },
    })
  })

  test('agrees with itself behind a proxy: hook, action and locals use the same cookies', async () => {
    vi.stubEnv('AUTH_URL', 'https://public.example')
    const site = SvelteKitAuth({ ...bare, secret: SECRET })
    const inside = { origin: 'http://10.0.0.7:3000', headers: { origin: 'https://public.example' } }
    const response = await postSignIn(site, ann, inside)
    expect(namesOf(response)).toContain('__Secure-authwright.session-token')
    const cookie = cookieHeader(response)
    const page = await visit(site, { path: '/', origin: inside.origin, headers: { cookie } }, ({ locals }) =>
      locals.auth(),
    )
    const route = await visit(site, { path: '/auth/session', origin: inside.origin, headers: { cookie } })
    expect(await page.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(await route.json()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('trusts by value: AUTH_TRUST_HOST=false is a no', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_TRUST_HOST', 'false')
    await visit(SvelteKitAuth(bare), { path: '/' }, ({ locals }) => locals.auth())
    expect(lastError()).toMatchObject({ type: 'UntrustedHost' })
    vi.stubEnv('AUTH_TRUST_HOST', 'true')
    expect(await (await visit(SvelteKitAuth(bare), { path: '/' }, ({ locals }) => locals.auth())).json()).toBeNull()
  })

  test('is also what the platform hands to a request', async () => {
    const platform = { env: { AUTH_SECRET: SECRET, AUTH_TRUST_HOST: 'true', KV: {} } }
    const response = await visit(SvelteKitAuth(bare), { path: '/', event: { platform } }, ({ locals }) => locals.auth())
    expect(await response.json()).toBeNull()
  })

  test('is read from the .env files in development, where the process wins, and not in production', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'authwright-env-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, '.env'), `AUTH_SECRET="${SECRET}"\nAUTH_URL=https://file.example\n`)
    await writeFile(join(folder, '.env.local'), 'AUTH_URL=https://local.example\n')
    vi.spyOn(process, 'cwd').mockReturnValue(folder)
    onTestFinished(() => void vi.restoreAllMocks())
    const signinUrl = async () => {
      const response = await visit(SvelteKitAuth({ ...bare }), { path: '/auth/providers' })
      return ((await response.json()) as { credentials?: { signinUrl: string } }).credentials?.signinUrl
    }
    vi.stubEnv('NODE_ENV', 'development')
    expect(await signinUrl()).toBe('https://local.example/auth/signin/credentials')
    vi.stubEnv('AUTH_URL', 'https://process.example')
    expect(await signinUrl()).toBe('https://process.example/auth/signin/credentials')
    vi.stubEnv('NODE_ENV', 'production')
    expect(await signinUrl()).toBeUndefined()
  })

  test('is written on a copy: the config stays as its owner wrote it', async () => {
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_TRUST_HOST', 'true')
    const config = Object.freeze({ ...bare })
    expect(await (await visit(SvelteKitAuth(config), { path: '/' }, ({ locals }) => locals.auth())).json()).toBeNull()
    expect(Object.keys(config)).toEqual(['providers', 'logger'])
  })
})

describe('while pages are rendered at build time', () => {
  test('there is nobody, and neither a secret nor the config is needed', async () => {
    vi.stubEnv('SVELTEKIT_FORK', 'true')
    const site = SvelteKitAuth(() => {
      throw new Error('not at build time')
    })
    const response = await visit(site, { path: '/' }, ({ locals }) => Promise.all([locals.auth(), locals.getSession()]))
    expect(await response.json()).toEqual([null, null])
  })
})

describe('a config that is a function', () => {
  test('is asked once a request, and gets the event', async () => {
    const asked: string[] = []
    const site = SvelteKitAuth(async (event) => {
      asked.push(event.url.pathname)
      return options
    })
    await visit(site, { path: '/here' }, ({ locals }) => Promise.all([locals.auth(), locals.auth()]))
    expect(asked).toEqual(['/here'])
  })

  test('that returns the same object is worked out once', async () => {
    let made = 0
    const config = {
      ...options,
      get providers() {
        made += 1
        return [passwords]
      },
    }
    const site = SvelteKitAuth(() => config)
    for (const path of ['/', '/', '/']) await visit(site, { path }, ({ locals }) => locals.auth())
    expect(made).toBe(1)
  })

  test('that throws is no public page with nobody on it', async () => {
    const site = SvelteKitAuth(() => Promise.reject(new Error('tenant unknown')))
    await expect(visit(site, { path: '/' })).rejects.toThrow('tenant unknown')
  })
})
