import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '@authwright/client'
import { openPage, providers, redirectTo, serve } from './page.ts'

const PAGE = 'https://app.example/here?tab=2'

afterEach(() => vi.unstubAllGlobals())

describe('the route of a sign-in', () => {
  test.each([
    ['credentials', '/auth/callback/credentials'],
    ['staff', '/auth/callback/staff'],
    ['github', '/auth/signin/github'],
    ['mail', '/auth/signin/mail'],
  ])('posts %s to %s, by the type of the provider', async (provider, path) => {
    openPage(PAGE)
    const server = serve({ '/auth/providers': providers, [path]: redirectTo('/next') })
    await createClient({ fetch: server.fetch }).signIn(provider, { redirect: false })
    expect(server.sent.at(-1)).toMatchObject({ method: 'POST', path })
  })

  test('requests the providers once, and never for the default credentials provider', async () => {
    openPage(PAGE)
    const server = serve({
      '/auth/providers': providers,
      '/auth/signin/github': redirectTo('/next'),
      '/auth/callback/credentials': redirectTo('/next'),
    })
    const client = createClient({ fetch: server.fetch })
    await client.signIn('credentials', { redirect: false })
    expect(server.sent.filter(({ path }) => path === '/auth/providers')).toHaveLength(0)
    await client.signIn('github', { redirect: false })
    await client.signIn('github', { redirect: false })
    expect(server.sent.filter(({ path }) => path === '/auth/providers')).toHaveLength(1)
  })

  test('requests the providers again after a failure', async () => {
    openPage(PAGE)
    let isUp = false
    const server = serve({
      '/auth/providers': () => (isUp ? providers() : Response.json({ error: 'Configuration' }, { status: 500 })),
      '/auth/signin/github': redirectTo('/next'),
    })
    const client = createClient({ fetch: server.fetch })
    await expect(client.signIn('github', { redirect: false })).rejects.toMatchObject({
      type: 'Configuration',
      status: 500,
    })
    isUp = true
    await expect(client.signIn('github', { redirect: false })).resolves.toMatchObject({ ok: true })
  })

  test('loads the sign-in page without a provider, or with an unknown one', async () => {
    const page = openPage(PAGE)
    const { fetch } = serve({ '/auth/providers': providers })
    const client = createClient({ fetch })
    await client.signIn()
    await client.signIn('constructor', { redirectTo: '/there' })
    expect(page.navigated).toEqual([
      'https://app.example/auth/signin?callbackUrl=https%3A%2F%2Fapp.example%2Fhere%3Ftab%3D2',
      'https://app.example/auth/signin?callbackUrl=%2Fthere',
    ])
    expect(await client.signIn('unknown', { redirect: false })).toMatchObject({ ok: false, error: 'InvalidProvider' })
  })

  test('loads the page that a development server names for an unknown provider', async () => {
    const page = openPage(PAGE)
    const explained = () => Response.json({ error: 'BadRequest', url: '/auth/signin/githb' }, { status: 404 })
    const { fetch, sent } = serve({ '/auth/providers': providers, '/auth/signin/githb': explained })
    await createClient({ fetch }).signIn('githb')
    expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/auth/signin/githb' })
    expect(page.navigated).toEqual(['https://app.example/auth/signin/githb'])
  })

  test('uses the configured base path', async () => {
    openPage(PAGE)
    const server = serve({ '/shop/auth/callback/credentials': redirectTo('/next') })
    const client = createClient({ fetch: server.fetch })
    client.configure({ basePath: () => '/shop/auth/' })
    expect(await client.signIn('credentials', { redirect: false })).toMatchObject({ ok: true })
  })
})

describe('the request of a sign-in', () => {
  test.each([true, false])('says whether to link the account to the signed-in user: %s', async (link) => {
    openPage(PAGE)
    const server = serve({ '/auth/providers': providers, '/auth/signin/github': redirectTo('/next') })
    await createClient({ fetch: server.fetch }).signIn('github', { link, redirect: false })
    expect(new URLSearchParams(server.sent.at(-1)?.body).get('link')).toBe(String(link))
  })

  test('posts a form with the fields and the redirect target, and requests JSON', async () => {
    openPage(PAGE)
    const server = serve({ '/auth/callback/credentials': redirectTo('/next') })
    await createClient({ fetch: server.fetch }).signIn('credentials', {
      user: 'ann',
      remember: true,
      file: {},
      redirectTo: '/there',
      redirect: false,
    })
    const [sent] = server.sent
    expect(sent?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(sent?.headers.get('x-auth-return-redirect')).toBe('1')
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
      user: 'ann',
      remember: 'true',
      callbackUrl: '/there',
    })
  })

  test.each([
    [{ prompt: 'login' }],
    [[['prompt', 'login']]],
    ['prompt=login'],
    [new URLSearchParams({ prompt: 'login' })],
  ])('accepts authorization parameters in each form of URLSearchParams', async (parameters) => {
    openPage(PAGE)
    const server = serve({ '/auth/providers': providers, '/auth/signin/github': redirectTo('https://github.example/') })
    await createClient({ fetch: server.fetch }).signIn('github', { redirect: false }, parameters)
    expect(server.sent.at(-1)?.path).toBe('/auth/signin/github?prompt=login')
  })

  test('removes the error parameters of an earlier attempt from the redirect target', async () => {
    openPage('https://app.example/login?error=CredentialsSignin&code=credentials&retryAfter=9&next=1')
    const server = serve({ '/auth/callback/credentials': redirectTo('/next') })
    await createClient({ fetch: server.fetch }).signIn('credentials', { redirect: false })
    expect(new URLSearchParams(server.sent[0]?.body).get('callbackUrl')).toBe('https://app.example/login?next=1')
  })
})

describe('the result of a sign-in', () => {
  const signIn = async (respond: () => Response) => {
    openPage(PAGE)
    const { fetch } = serve({ '/auth/callback/credentials': respond })
    return createClient({ fetch }).signIn('credentials', { redirect: false })
  }

  test('has the absolute address of a relative redirect target', async () => {
    expect(await signIn(redirectTo('/welcome?first=1'))).toEqual({
      error: undefined,
      code: undefined,
      status: 200,
      ok: true,
      url: 'https://app.example/welcome?first=1',
    })
  })

  test('is a failure when the redirect target has an error parameter', async () => {
    expect(await signIn(redirectTo('https://app.example/auth/signin?error=CredentialsSignin&code=locked'))).toEqual({
      error: 'CredentialsSignin',
      code: 'locked',
      status: 200,
      ok: false,
      url: null,
    })
  })

  test.each([
    ['a JSON error', () => Response.json({ error: 'MissingCSRF' }, { status: 403 }), 403, 'MissingCSRF'],
    [
      'an error status with a redirect target',
      () => Response.json({ url: '/next' }, { status: 500 }),
      500,
      'UnexpectedResponse',
    ],
    [
      'an HTML error page of a proxy',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      502,
      'UnexpectedResponse',
    ],
    ['an HTML page with status 200', () => new Response('<h1>Hello</h1>'), 200, 'UnexpectedResponse'],
    ['JSON that is not an object', () => Response.json(['/next']), 200, 'UnexpectedResponse'],
    ['a javascript: address', redirectTo('javascript:alert(1)'), 200, 'UnexpectedResponse'],
    ['a data: address', redirectTo('data:text/html,hello'), 200, 'UnexpectedResponse'],
  ])('is a failure for %s', async (_name, response, status, error) => {
    expect(await signIn(response)).toEqual({ error, code: undefined, status, ok: false, url: null })
  })

  test('has status 429 and retryAfter after too many attempts', async () => {
    const url = 'https://app.example/auth/signin?error=TooManyRequests&retryAfter=720'
    const tooMany = () => Response.json({ url, error: 'TooManyRequests', retryAfter: 720 }, { status: 429 })
    const expected = { error: 'TooManyRequests', code: undefined, status: 429, ok: false, url: null, retryAfter: 720 }
    expect(await signIn(tooMany)).toEqual(expected)
  })

  test('loads the redirect target after too many attempts', async () => {
    const page = openPage(PAGE)
    const url = 'https://app.example/auth/signin?error=TooManyRequests&retryAfter=720'
    const { fetch } = serve({
      '/auth/callback/credentials': () =>
        Response.json({ url, error: 'TooManyRequests', retryAfter: 720 }, { status: 429 }),
    })
    await createClient({ fetch }).signIn('credentials')
    expect(page.navigated).toEqual([url])
  })

  test('ignores an error parameter in an address of the provider', async () => {
    const url = 'https://id.example/authorize?error=login_hint'
    expect(await signIn(redirectTo(url))).toMatchObject({ ok: true, url })
  })
})

describe('the redirect after a sign-in', () => {
  const signIn = async (respond: () => Response, from = PAGE) => {
    const page = openPage(from)
    const { fetch } = serve({ '/auth/callback/credentials': respond })
    await createClient({ fetch }).signIn('credentials')
    return page
  }

  test('loads the redirect target, also after a failure', async () => {
    expect((await signIn(redirectTo('/welcome'))).navigated).toEqual(['https://app.example/welcome'])
    const failed = await signIn(redirectTo('/login?error=CredentialsSignin'))
    expect(failed.navigated).toEqual(['https://app.example/login?error=CredentialsSignin'])
  })

  test.each([
    ['a javascript: address', redirectTo('javascript:alert(1)'), 'UnexpectedResponse'],
    ['a server error', () => Response.json({ error: 'Configuration' }, { status: 500 }), 'Configuration'],
  ])('loads the error page for %s', async (_name, response, error) => {
    expect((await signIn(response)).navigated).toEqual([`https://app.example/auth/error?error=${error}`])
  })

  test('reloads the page when only the fragment changes', async () => {
    const page = await signIn(redirectTo(`${PAGE}#top`))
    expect(page.navigated).toEqual([`${PAGE}#top`])
    expect(page.reloads()).toBe(1)
    expect((await signIn(redirectTo('/else#top'))).reloads()).toBe(0)
  })
})
