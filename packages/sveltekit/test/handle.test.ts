import { SvelteKitAuth, type SvelteKitAuthConfig } from '@authwright/sveltekit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import GitHub from '@authwright/core/providers/github'
import { cookieHeader, lastError, namesOf, redirect, visit, type AppRequest } from './support/kit.ts'
import { SECRET, ann, makeSite, options, passwords, postSignIn, silent } from './support/site.ts'

afterEach(() => vi.unstubAllEnvs())

const signIn = async (site = makeSite()) => ({ site, cookie: cookieHeader(await postSignIn(site, ann)) })

describe('a sign-in that the developer has to correct', () => {
  const noClient = (request: Partial<AppRequest>) => {
    const site = makeSite({ logger: silent, providers: [GitHub] })
    const form = { providerId: 'github' }
    const event = { url: new URL('http://localhost:5173/signin') }
    const given = { path: '/signin', form, headers: { accept: 'text/html' }, event, ...request }
    return visit(site, given, site.signIn).then((response) => response.text())
  }

  test('is explained in the browser of the developer, and in no other', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    expect(await noClient({ origin: 'http://localhost:5173' })).toContain(
      'Set AUTH_GITHUB_ID (AUTH_GITHUB_CLIENT_ID is not read), or the option clientId',
    )
    const elsewhere = { event: { url: new URL('http://192.168.1.5:5173/signin') }, origin: 'http://192.168.1.5:5173' }
    expect(await noClient(elsewhere)).toBe('error page')
    vi.stubEnv('NODE_ENV', 'production')
    expect(await noClient({ origin: 'http://localhost:5173' })).toBe('error page')
  })
})

describe('locals.auth', () => {
  test('reads the session once per request', async () => {
    let reads = 0
    const { site, cookie } = await signIn(
      makeSite({
        callbacks: {
          session: ({ session }) => {
            reads += 1
            return session
          },
        },
      }),
    )
    const request = () =>
      visit(site, { path: '/', headers: { cookie } }, ({ locals }) =>
        Promise.all([locals.auth(), locals.auth(), locals.getSession()]),
      )
    const [first, second, third] = (await (await request()).json()) as unknown[]
    expect(reads).toBe(1)
    expect(first).toMatchObject({ user: { name: 'Ann' } })
    expect([second, third]).toEqual([first, first])
    await request()
    expect(reads).toBe(2)
  })

  test('does not share the session between concurrent requests', async () => {
    const { site, cookie } = await signIn()
    const names = await Promise.all(
      [cookie, '', cookie, ''].map(async (header) => {
        const response = await visit(site, { path: '/', headers: { cookie: header } }, ({ locals }) => locals.auth())
        return ((await response.json()) as { user?: { name?: string } } | null)?.user?.name
      }),
    )
    expect(names).toEqual(['Ann', undefined, 'Ann', undefined])
  })

  test('is not called by the hook: a page without a session works with a wrong config', async () => {
    const response = await visit(makeSite({ secret: 'short' }), { path: '/' }, () => 'public')
    expect(await response.json()).toBe('public')
  })

  test('is called by the hook for a failed page of a development server only, to explain it', async () => {
    const logged: string[] = []
    const site = makeSite({ secret: 'short', logger: { ...silent, error: ({ name }) => void logged.push(name) } })
    const open = async () => {
      const given = { path: '/', headers: { accept: 'text/html' }, event: { url: new URL('http://localhost:5173/') } }
      const response = await visit(site, given, () => Promise.reject(new Error('own')))
      return response.text()
    }
    vi.stubEnv('NODE_ENV', 'development')
    expect(await open()).toContain('WeakSecret')
    vi.stubEnv('NODE_ENV', 'production')
    logged.length = 0
    expect(await open()).toBe('error page')
    expect(logged).toEqual([])
  })

  test.each([
    ['a secret that is too short', { secret: 'short' }, 'WeakSecret'],
    ['a host that is not trusted', { trustHost: false }, 'UntrustedHost'],
    ['a callback that throws', { callbacks: { session: () => Promise.reject(new Error('down')) } }, 'JWTSessionError'],
  ])('throws for %s', async (_name, more: Partial<SvelteKitAuthConfig>, type) => {
    const { cookie } = await signIn()
    await visit(makeSite(more), { path: '/', headers: { cookie } }, ({ locals }) => locals.auth())
    expect(lastError()).toMatchObject({ type })
  })

  test('is not replaced when it is already set', async () => {
    const locals = { auth: () => Promise.resolve({ expires: 'never' }) }
    const response = await visit(makeSite(), { path: '/', event: { locals } }, (event) => event.locals.auth())
    expect(await response.json()).toEqual({ expires: 'never' })
  })
})

describe('the routes below the base path', () => {
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
  ])('%s: served by the library: %s', async (path, isServed) => {
    const response = await visit(makeSite(), { path }, () => 'page')
    expect((await response.text()) !== '"page"').toBe(isServed)
  })

  test('are matched fast for a path with many slashes', async () => {
    const site = makeSite()
    const times: number[] = []
    for (let i = 0; i < 3; i += 1) {
      const start = performance.now()
      await visit(site, { path: `/auth/account${'/'.repeat(30_000)}x` }, () => 'page')
      times.push(performance.now() - start)
    }
    expect(Math.min(...times)).toBeLessThan(200)
  })

  test.each([
    ['/auth/account', '/auth/account', false],
    ['/auth/account', '/(members)/auth/(own)/account', false],
    ['/auth/passkey', '/auth/passkey/[[tab]]', false],
    ['/auth/change-email', '/auth/change-email', false],
    ['/auth/change-email', '/[...rest]', true],
    ['/auth/confirm-browser', '/auth/confirm-browser', false],
    ['/auth/confirm-browser', '/[...rest]', true],
    ['/auth/account', '/account', false],
    ['/auth/account', '/[...rest]', true],
    ['/auth/account', '/auth/[page]', true],
    ['/auth/account', null, true],
    ['/auth/signin', '/auth/signin', true],
  ])('%s with a page %s in the application: served by the library: %s', async (path, id, isServed) => {
    const response = await visit(makeSite(), { path, event: { route: { id } } }, () => 'page')
    expect((await response.text()) !== '"page"').toBe(isServed)
  })

  test('are below the basePath of the config', async () => {
    const site = makeSite({ basePath: 'members/auth/' })
    expect(await (await visit(site, { path: '/members/auth/session' })).json()).toBeNull()
    const providers = await visit(site, { path: '/members/auth/providers' })
    expect(await providers.json()).toMatchObject({
      credentials: { callbackUrl: 'https://app.example/members/auth/callback/credentials' },
    })
    expect(await (await visit(site, { path: '/auth/session' }, () => 'page')).json()).toBe('page')
  })

  test('are not served for a remote function, whose URL the caller sets', async () => {
    const event = { isRemoteRequest: true }
    expect(await (await visit(makeSite(), { path: '/auth/session', event }, () => 'remote')).json()).toBe('remote')
  })

  test('check the origin of a form', async () => {
    const request = { path: '/auth/callback/credentials', form: ann, headers: { origin: 'https://evil.example' } }
    const response = await visit(makeSite(), request)
    expect(response.headers.get('location')).toContain('error=MissingCSRF')
  })
})

describe('the environment', () => {
  const bare = { providers: [passwords], logger: silent }

  test('provides the secret, the origin and host trust in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_URL', 'https://public.example/ignored')
    const response = await visit(SvelteKitAuth(bare), { path: '/auth/providers', origin: 'http://10.0.0.7:3000' })
    expect(await response.json()).toMatchObject({
      credentials: { signinUrl: 'https://public.example/auth/signin/credentials' },
    })
  })

  test('gives the hook, the actions and locals the same cookies behind a proxy', async () => {
    vi.stubEnv('AUTH_URL', 'https://public.example')
    const site = SvelteKitAuth({ ...bare, secret: SECRET })
    const inside = { origin: 'http://10.0.0.7:3000', headers: { origin: 'https://public.example' } }
    const response = await postSignIn(site, ann, inside)
    expect(namesOf(response)).toContain('__Host-authwright.session-token')
    const cookie = cookieHeader(response)
    const page = await visit(site, { path: '/', origin: inside.origin, headers: { cookie } }, ({ locals }) =>
      locals.auth(),
    )
    const route = await visit(site, { path: '/auth/session', origin: inside.origin, headers: { cookie } })
    expect(await page.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(await route.json()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('does not trust the host with AUTH_TRUST_HOST=false', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_TRUST_HOST', 'false')
    await visit(SvelteKitAuth(bare), { path: '/' }, ({ locals }) => locals.auth())
    expect(lastError()).toMatchObject({ type: 'UntrustedHost' })
    vi.stubEnv('AUTH_TRUST_HOST', 'true')
    expect(await (await visit(SvelteKitAuth(bare), { path: '/' }, ({ locals }) => locals.auth())).json()).toBeNull()
  })

  test('includes event.platform.env', async () => {
    const platform = { env: { AUTH_SECRET: SECRET, AUTH_TRUST_HOST: 'true', KV: {} } }
    const response = await visit(SvelteKitAuth(bare), { path: '/', event: { platform } }, ({ locals }) => locals.auth())
    expect(await response.json()).toBeNull()
  })

  test('does not change the config object', async () => {
    vi.stubEnv('AUTH_SECRET', SECRET)
    vi.stubEnv('AUTH_TRUST_HOST', 'true')
    const config = Object.freeze({ ...bare })
    expect(await (await visit(SvelteKitAuth(config), { path: '/' }, ({ locals }) => locals.auth())).json()).toBeNull()
    expect(Object.keys(config)).toEqual(['providers', 'logger'])
  })
})

describe('while pages are prerendered', () => {
  test('the session is null, and the config is not read', async () => {
    vi.stubEnv('SVELTEKIT_FORK', 'true')
    const site = SvelteKitAuth(() => {
      throw new Error('not at build time')
    })
    const response = await visit(site, { path: '/' }, ({ locals }) => Promise.all([locals.auth(), locals.getSession()]))
    expect(await response.json()).toEqual([null, null])
  })

  test.each([
    ['/auth/signin', 204],
    ['/auth/account', 204],
    ['/missing', 404],
    ['/auth/profile', 404],
  ])('a link to %s has the status %d: SvelteKit stops at 404, and skips 204', async (path, status) => {
    vi.stubEnv('SVELTEKIT_FORK', 'true')
    const missing = () => new Response('Not found', { status: 404 })
    expect((await visit(makeSite(), { path }, missing)).status).toBe(status)
  })

  test('a page of the application at a path of the library is written', async () => {
    vi.stubEnv('SVELTEKIT_FORK', 'true')
    expect((await visit(makeSite(), { path: '/auth/signin' }, () => new Response('own page'))).status).toBe(200)
  })
})

describe('a config function', () => {
  test('is called once per request with the event', async () => {
    const paths: string[] = []
    const site = SvelteKitAuth(async (event) => {
      paths.push(event.url.pathname)
      return options
    })
    await visit(site, { path: '/here' }, ({ locals }) => Promise.all([locals.auth(), locals.auth()]))
    expect(paths).toEqual(['/here'])
  })

  test('that returns the same object is resolved once', async () => {
    let reads = 0
    const config = {
      ...options,
      get providers() {
        reads += 1
        return [passwords]
      },
    }
    const site = SvelteKitAuth(() => config)
    for (const path of ['/', '/', '/']) await visit(site, { path }, ({ locals }) => locals.auth())
    expect(reads).toBe(1)
  })

  test('that throws is explained to the developer, and to no other browser', async () => {
    const site = SvelteKitAuth(() => Promise.reject(new Error('unknown tenant')))
    vi.spyOn(console, 'error').mockReturnValue()
    const open = async (url: string) => {
      const given = { path: '/', headers: { accept: 'text/html' }, event: { url: new URL(url) } }
      return (await visit(site, given, ({ locals }) => locals.auth())).text()
    }
    vi.stubEnv('NODE_ENV', 'development')
    expect(await open('http://localhost:5173/')).toContain('[cause] Error: unknown tenant')
    expect(await open('http://192.168.1.5:5173/')).toBe('error page')
    vi.stubEnv('NODE_ENV', 'production')
    expect(await open('http://localhost:5173/')).toBe('error page')
  })

  test('that redirects is not explained', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const site = SvelteKitAuth(() => redirect(303, '/choose-tenant'))
    const event = { url: new URL('http://localhost:5173/') }
    const response = await visit(site, { path: '/', headers: { accept: 'text/html' }, event })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/choose-tenant'])
  })
})

describe('while SvelteKit prerenders', () => {
  const notFound = () => new Response('not found', { status: 404 })
  const failing = SvelteKitAuth(() => {
    throw new Error('there is no tenant in a build')
  })

  test.each([
    ['a link to the sign-in page', makeSite(), '/auth/signin', 204],
    ['a link to a route below an own base path', makeSite({ basePath: '/own/base' }), '/own/base/signin', 204],
    ['a link to a page that does not exist', makeSite({ basePath: '/own/base' }), '/own/pricing', 404],
    ['a link below the default base path if there is another one', makeSite({ basePath: '/own' }), '/auth/signin', 404],
    ['a link if the config of a request fails', failing, '/auth/signin', 204],
  ])('%s, by its status, stops the build or does not', async (_link, site, path, status) => {
    vi.stubEnv('SVELTEKIT_FORK', 'true')
    expect((await visit(site, { path }, notFound)).status).toBe(status)
  })
})
