import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '@authwright/client'
import { openPage, providers, sendTo, serve } from './page.ts'

const PAGE = 'https://app.example/here?tab=2'

afterEach(() => vi.unstubAllGlobals())

describe('where a sign-in goes', () => {
  test.each([
    ['credentials', '/auth/callback/credentials'],
    ['door', '/auth/callback/door'],
    ['github', '/auth/signin/github'],
    ['mail', '/auth/signin/mail'],
  ])('%s is posted to %s: the type of the provider decides, not its name', async (provider, path) => {
    openPage(PAGE)
    const server = serve({ '/auth/providers': providers, [path]: sendTo('/next') })
    await createClient({ fetch: server.fetch }).signIn(provider, { redirect: false })
    expect(server.sent.at(-1)).toMatchObject({ method: 'POST', path })
  })

  test('the providers are asked for once, and never for the usual credentials', async () => {
    openPage(PAGE)
    const server = serve({
      '/auth/providers': providers,
      '/auth/signin/github': sendTo('/next'),
      '/auth/callback/credentials': sendTo('/next'),
    })
    const client = createClient({ fetch: server.fetch })
    await client.signIn('credentials', { redirect: false })
    expect(server.sent.filter(({ path }) => path === '/auth/providers')).toHaveLength(0)
    await client.signIn('github', { redirect: false })
    await client.signIn('github', { redirect: false })
    expect(server.sent.filter(({ path }) => path === '/auth/providers')).toHaveLength(1)
  })

  test('a list of providers that could not be had is asked for again', async () => {
    openPage(PAGE)
    let up = false
    const server = serve({
      '/auth/providers': () => (up ? providers() : Response.json({ error: 'Configuration' }, { status: 500 })),
      '/auth/signin/github': sendTo('/next'),
    })
    const client = createClient({ fetch: server.fetch })
    await expect(client.signIn('github', { redirect: false })).rejects.toMatchObject({
      type: 'Configuration',
      status: 500,
    })
    up = true
    await expect(client.signIn('github', { redirect: false })).resolves.toMatchObject({ ok: true })
  })

  test('without a provider, or with an unknown one, the sign-in page is shown', async () => {
    const page = openPage(PAGE)
    const { fetch } = serve({ '/auth/providers': providers })
    const client = createClient({ fetch })
    await client.signIn()
    await client.signIn('constructor', { redirectTo: '/there' })
    expect(page.went).toEqual([
      'https://app.example/auth/signin?callbackUrl=https%3A%2F%2Fapp.example%2Fhere%3Ftab%3D2',
      'https://app.example/auth/signin?callbackUrl=%2Fthere',
    ])
    expect(await client.signIn('nobody', { redirect: false })).toMatchObject({ ok: false, error: 'InvalidProvider' })
  })

  test('another base path is used everywhere', async () => {
    openPage(PAGE)
    const server = serve({ '/shop/auth/callback/credentials': sendTo('/next') })
    const client = createClient({ fetch: server.fetch })
    client.configure({ basePath: () => '/shop/auth/' })
    expect(await client.signIn('credentials', { redirect: false })).toMatchObject({ ok: true })
  })
})

describe('what a sign-in sends', () => {
  test('a form with the fields and the place to come back to, and the header that asks for JSON', async () => {
    openPage(PAGE)
    const server = serve({ '/auth/callback/credentials': sendTo('/next') })
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
  ])('authorization parameters go into the query, in whatever form they come', async (parameters) => {
    openPage(PAGE)
    const server = serve({ '/auth/providers': providers, '/auth/signin/github': sendTo('https://github.example/') })
    await createClient({ fetch: server.fetch }).signIn('github', { redirect: false }, parameters)
    expect(server.sent.at(-1)?.path).toBe('/auth/signin/github?prompt=login')
  })

  test('the marks of an earlier failure are not part of the place to come back to', async () => {
    openPage('https://app.example/login?error=CredentialsSignin&code=credentials&retryAfter=9&next=1')
    const server = serve({ '/auth/callback/credentials': sendTo('/next') })
    await createClient({ fetch: server.fetch }).signIn('credentials', { redirect: false })
    expect(new URLSearchParams(server.sent[0]?.body).get('callbackUrl')).toBe('https://app.example/login?next=1')
  })
})

describe('what comes of a sign-in', () => {
  const outcome = async (answer: () => Response) => {
    openPage(PAGE)
    const { fetch } = serve({ '/auth/callback/credentials': answer })
    return createClient({ fetch }).signIn('credentials', { redirect: false })
  }

  test('success names where to go next, even when the server names it relatively', async () => {
    expect(await outcome(sendTo('/welcome?first=1'))).toEqual({
      error: undefined,
      code: undefined,
      status: 200,
      ok: true,
      url: 'https://app.example/welcome?first=1',
    })
  })

  test('a failure that comes with 200 is told by the mark on the address', async () => {
    expect(await outcome(sendTo('https://app.example/auth/signin?error=CredentialsSignin&code=locked'))).toEqual({
      error: 'CredentialsSignin',
      code: 'locked',
      status: 200,
      ok: false,
      url: null,
    })
  })

  test.each([
    ['JSON that names the error', () => Response.json({ error: 'MissingCSRF' }, { status: 403 }), 403, 'MissingCSRF'],
    ['JSON with an address', () => Response.json({ url: '/next' }, { status: 500 }), 500, 'UnexpectedAnswer'],
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502, 'UnexpectedAnswer'],
    ['a page with 200', () => new Response('<h1>Hello</h1>'), 200, 'UnexpectedAnswer'],
    ['JSON that is no object', () => Response.json(['/next']), 200, 'UnexpectedAnswer'],
    ['an address that runs code', sendTo('javascript:alert(1)'), 200, 'UnexpectedAnswer'],
    ['an address with another scheme', sendTo('data:text/html,hello'), 200, 'UnexpectedAnswer'],
  ])('%s is a failure', async (_name, answer, status, error) => {
    expect(await outcome(answer)).toEqual({ error, code: undefined, status, ok: false, url: null })
  })

  test('too many tries come with 429, and say when to come again', async () => {
    const url = 'https://app.example/auth/signin?error=TooManyRequests&retryAfter=720'
    const answer = () => Response.json({ url, error: 'TooManyRequests', retryAfter: 720 }, { status: 429 })
    const told = { error: 'TooManyRequests', code: undefined, status: 429, ok: false, url: null, retryAfter: 720 }
    expect(await outcome(answer)).toEqual(told)
  })

  test('too many tries lead to the page that says so', async () => {
    const page = openPage(PAGE)
    const url = 'https://app.example/auth/signin?error=TooManyRequests&retryAfter=720'
    const { fetch } = serve({
      '/auth/callback/credentials': () =>
        Response.json({ url, error: 'TooManyRequests', retryAfter: 720 }, { status: 429 }),
    })
    await createClient({ fetch }).signIn('credentials')
    expect(page.went).toEqual([url])
  })

  test("an error in a provider's address is the provider's business", async () => {
    const url = 'https://id.example/authorize?error=login_hint'
    expect(await outcome(sendTo(url))).toMatchObject({ ok: true, url })
  })
})

describe('leaving the page', () => {
  const leave = async (answer: () => Response, from = PAGE) => {
    const page = openPage(from)
    const { fetch } = serve({ '/auth/callback/credentials': answer })
    await createClient({ fetch }).signIn('credentials')
    return page
  }

  test('goes where the server says, also when it failed', async () => {
    expect((await leave(sendTo('/welcome'))).went).toEqual(['https://app.example/welcome'])
    const failed = await leave(sendTo('/login?error=CredentialsSignin'))
    expect(failed.went).toEqual(['https://app.example/login?error=CredentialsSignin'])
  })

  test.each([
    ['an address that runs code', sendTo('javascript:alert(1)'), 'UnexpectedAnswer'],
    ['a server in trouble', () => Response.json({ error: 'Configuration' }, { status: 500 }), 'Configuration'],
  ])('%s leads to the page for errors', async (_name, answer, error) => {
    expect((await leave(answer)).went).toEqual([`https://app.example/auth/error?error=${error}`])
  })

  test('an address that differs by its fragment only is loaded anew', async () => {
    const page = await leave(sendTo(`${PAGE}#top`))
    expect(page.went).toEqual([`${PAGE}#top`])
    expect(page.reloads()).toBe(1)
    expect((await leave(sendTo('/else#top'))).reloads()).toBe(0)
  })
})
