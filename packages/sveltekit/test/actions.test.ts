import { AuthError, CredentialsSignin, SvelteKitAuth, type SvelteKitAuthConfig } from '@authwright/sveltekit'
import type { HandleInput } from '../src/lib/types.ts'
import { TooManyRequests } from '@authwright/core/errors'
import { fail } from '@sveltejs/kit'
import { describe, expect, test } from 'vitest'
import { cookieHeader, lastError, namesOf, visit } from './support/kit.ts'
import { ORIGIN, SECRET, ann, makeSite, options, passwords, postSignIn, silent } from './support/site.ts'

const SESSION = '__Host-authwright.session-token'

const readSession = async (site: ReturnType<typeof makeSite>, cookie: string): Promise<unknown> => {
  const response = await visit(site, { path: '/', headers: { cookie } }, ({ locals }) => locals.auth())
  return response.json()
}

describe('the sign-in action', () => {
  test('signs in and redirects to the redirectTo of the form', async () => {
    const site = makeSite()
    const response = await postSignIn(site, { ...ann, redirectTo: '/welcome' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/welcome`)
    expect(await readSession(site, cookieHeader(response))).toMatchObject({ user: { name: 'Ann' } })
  })

  test('redirects to the page that sent the form, or else to the front page', async () => {
    const from = await postSignIn(makeSite(), ann, { headers: { referer: `${ORIGIN}/shop?item=1` } })
    expect(from.headers.get('location')).toBe(`${ORIGIN}/shop?item=1`)
    expect((await postSignIn(makeSite(), ann)).headers.get('location')).toBe(`${ORIGIN}/`)
  })

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
    'never redirects to %s',
    async (redirectTo) => {
      const response = await postSignIn(makeSite(), { ...ann, redirectTo })
      expect(new URL(response.headers.get('location') ?? '').origin).toBe(ORIGIN)
    },
  )

  test.each([[{}], [{ providerId: '' }], [{ providerId: 'unknown' }]])(
    'redirects to the sign-in page without a configured provider',
    async (form) => {
      const site = makeSite()
      const response = await visit(site, { path: '/signin', form }, site.signIn)
      expect(response.headers.get('location')).toBe(`${ORIGIN}/auth/signin`)
      expect(namesOf(response)).not.toContain(SESSION)
    },
  )

  test.each(['signIn', 'signOut'] as const)('%s names the lines to add if handle is not exported', async (name) => {
    const site = makeSite()
    const withoutHook = { handle: async ({ event, resolve }: HandleInput) => resolve(event) }
    const response = await visit(
      withoutHook,
      { path: '/signin', form: { providerId: 'credentials', ...ann } },
      site[name],
    )
    expect(response.status).toBe(500)
    expect(String(lastError())).toContain("Write into src/hooks.server.ts: export { handle } from './auth'")
  })

  test('redirects to a provider with the parameters of the form, except those that protect the flow', async () => {
    const provider = {
      id: 'signin-service',
      name: 'Signin service',
      type: 'oauth' as const,
      clientId: 'app',
      clientSecret: 'secret',
      authorization: 'https://signin.example/authorize',
      token: 'https://signin.example/token',
      userinfo: 'https://signin.example/userinfo',
    }
    const response = await postSignIn(makeSite({ providers: [provider] }), {
      providerId: 'signin-service',
      'authorizationParams-prompt': 'login',
      'authorizationParams-redirect_uri': 'https://evil.example/',
    })
    const url = new URL(response.headers.get('location') ?? '')
    expect(url.origin + url.pathname).toBe('https://signin.example/authorize')
    expect(url.searchParams.get('prompt')).toBe('login')
    expect(url.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/callback/signin-service`)
    expect(namesOf(response).some((name) => name.startsWith('__Host-authwright.state'))).toBe(true)
  })

  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an origin of the same site', { origin: ORIGIN, 'sec-fetch-site': 'same-site' }],
    ['no origin', { origin: '' }],
  ])('rejects a form with %s', async (_name, headers) => {
    const site = makeSite()
    const response = await postSignIn(site, { ...ann, redirect: 'false' }, { headers })
    expect(namesOf(response)).not.toContain(SESSION)
    expect(await response.json()).toMatchObject({ status: 403, data: { error: 'MissingCSRF' } })
  })

  test('refuses a form that repeats a field, without a sign-in', async () => {
    const site = makeSite()
    const form = new URLSearchParams([...Object.entries({ providerId: 'credentials', ...ann }), ['password', 'wrong']])
    const response = await visit(site, { path: '/signin', form }, site.signIn)
    expect(namesOf(response)).not.toContain(SESSION)
    expect(lastError()).toMatchObject({ status: 400 })
  })

  test('throws when the body of the request was already read', async () => {
    const site = makeSite()
    await visit(site, { path: '/signin', form: ann }, async (event) => {
      await event.request.formData()
      return site.signIn(event)
    })
    expect(lastError()).toBeInstanceOf(AuthError)
    expect(String(lastError())).toContain('was already read')
  })
})

describe('the sign-in action with redirect=false', () => {
  test.each(['false', 'FALSE', '0', 'no'])('returns the redirect target (written as %s)', async (redirect) => {
    const response = await postSignIn(makeSite(), { ...ann, redirect, redirectTo: '/welcome' })
    expect(await response.json()).toEqual({ url: `${ORIGIN}/welcome` })
    expect(namesOf(response)).toContain(SESSION)
  })

  test.each([
    [
      { name: 'ann', password: 'wrong' },
      { error: 'CredentialsSignin', code: 'credentials' },
    ],
    [
      { name: 'bob', password: 'right' },
      { error: 'CredentialsSignin', code: 'locked' },
    ],
  ])('fails with the type and code of the error', async (form, data) => {
    const response = await postSignIn(makeSite(), { ...form, redirect: 'false' })
    expect(await response.json()).toEqual({ status: 401, data })
    expect(namesOf(response)).not.toContain(SESSION)
  })

  test('fails when the signIn callback rejects the user', async () => {
    const site = makeSite({ callbacks: { signIn: () => false } })
    const response = await postSignIn(site, { ...ann, redirect: 'false' })
    expect(await response.json()).toEqual({ status: 403, data: { error: 'AccessDenied' } })
  })

  test('throws a configuration error', async () => {
    const response = await postSignIn(makeSite({ secret: 'short' }), { ...ann, redirect: 'false' })
    expect(response.status).toBe(500)
    expect(lastError()).toMatchObject({ type: 'WeakSecret' })
  })
})

describe('a failed sign-in', () => {
  const wrong = { name: 'ann', password: 'wrong' }

  test('throws the error to the application', async () => {
    const site = makeSite()
    const response = await visit(
      site,
      { path: '/signin', form: { providerId: 'credentials', ...wrong } },
      async (event) => {
        try {
          return await site.signIn(event)
        } catch (error) {
          if (error instanceof CredentialsSignin) return fail(400, { code: error.code })
          throw error
        }
      },
    )
    expect(await response.json()).toEqual({ status: 400, data: { code: 'credentials' } })
  })

  test('redirects to the sign-in page when the application does not catch it', async () => {
    const response = await postSignIn(makeSite(), wrong)
    expect(lastError()).toBeInstanceOf(CredentialsSignin)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/auth/signin?error=CredentialsSignin&code=credentials')
  })

  test('has retryAfter after too many attempts, in the failure and in the redirect', async () => {
    const authorize = () => Promise.reject(new TooManyRequests('too many attempts', { retryAfter: 90 }))
    const limited = { id: 'credentials', name: 'Password', type: 'credentials' as const, credentials: {}, authorize }
    const site = makeSite({ providers: [limited] })
    const failure = await postSignIn(site, { ...wrong, redirect: 'false' })
    expect(await failure.json()).toEqual({ status: 429, data: { error: 'TooManyRequests', retryAfter: 90 } })
    const redirection = await postSignIn(site, wrong)
    expect(redirection.headers.get('location')).toBe('/auth/signin?error=TooManyRequests&retryAfter=90')
  })

  test('redirects an enhanced form to the application’s sign-in page', async () => {
    const site = makeSite({ pages: { signIn: '/login?from=form' } })
    const response = await postSignIn(site, wrong, { headers: { 'x-sveltekit-action': 'true' } })
    expect(await response.json()).toEqual({
      type: 'redirect',
      status: 302,
      location: '/login?from=form&error=CredentialsSignin&code=credentials',
    })
  })

  test('redirects to the error page when the signIn callback rejects the user', async () => {
    const response = await postSignIn(makeSite({ callbacks: { signIn: () => false } }), ann)
    expect(response.headers.get('location')).toBe('/auth/error?error=AccessDenied')
  })

  test('keeps the error page of SvelteKit for a configuration error', async () => {
    const response = await postSignIn(makeSite({ secret: 'short' }), ann)
    expect(response.status).toBe(500)
    expect(lastError()).toMatchObject({ type: 'WeakSecret' })
  })

  test('does not follow a SvelteKit redirect that the signIn callback throws', async () => {
    const { redirect } = await import('@sveltejs/kit')
    const site = makeSite({ callbacks: { signIn: () => redirect(303, '/elsewhere') } })
    const response = await postSignIn(site, ann)
    expect(namesOf(response)).not.toContain(SESSION)
    expect(response.headers.get('location')).toBe('/auth/error?error=AccessDenied')
  })
})

describe('the session within one request', () => {
  test('is new after a sign-in', async () => {
    const site = makeSite()
    const form = { providerId: 'credentials', ...ann, redirect: 'false' }
    const response = await visit(site, { path: '/signin', form }, async (event) => {
      const before = await event.locals.auth()
      await site.signIn(event)
      return [before, await event.locals.auth()]
    })
    expect(await response.json()).toEqual([
      null,
      expect.objectContaining({ user: expect.objectContaining({ name: 'Ann' }) }),
    ])
  })

  test('is null after a sign-out', async () => {
    const site = makeSite()
    const cookie = cookieHeader(await postSignIn(site, ann))
    const request = { path: '/signout', form: { redirect: 'false' }, headers: { cookie } }
    const response = await visit(site, request, async (event) => {
      const before = await event.locals.auth()
      await site.signOut(event)
      return [before, await event.locals.auth()]
    })
    expect(await response.json()).toEqual([expect.objectContaining({ user: expect.anything() }), null])
  })

  test('keeps the new cookies when a read that started before the sign-in ends later', async () => {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const hold: SvelteKitAuthConfig['callbacks'] = { session: ({ session }) => released.then(() => session) }
    const site = makeSite({ session: { updateAge: 0 }, callbacks: hold })
    const old = cookieHeader(await postSignIn(site, ann))
    const form = { providerId: 'credentials', name: 'carol', password: 'right', redirect: 'false' }
    const response = await visit(site, { path: '/signin', form, headers: { cookie: old } }, async (event) => {
      const reading = event.locals.auth()
      await site.signIn(event)
      release()
      return reading
    })
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(await readSession(site, cookieHeader(response))).toMatchObject({ user: { name: 'Carol' } })
  })
})

describe('the sign-out action', () => {
  test('ends the session and redirects', async () => {
    const site = makeSite()
    const cookie = cookieHeader(await postSignIn(site, ann))
    const response = await visit(
      site,
      { path: '/signout', form: { redirectTo: '/bye' }, headers: { cookie } },
      site.signOut,
    )
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/bye`)
    expect(cookieHeader(response)).toBe('')
    expect(namesOf(response)).toContain(SESSION)
  })

  test('returns the redirect target with redirect=false', async () => {
    const site = makeSite()
    const response = await visit(
      site,
      { path: '/signout', form: { redirect: 'false', redirectTo: '/bye' } },
      site.signOut,
    )
    expect(await response.json()).toEqual({ url: `${ORIGIN}/bye` })
  })

  test('rejects a form of a foreign origin', async () => {
    const site = makeSite()
    const cookie = cookieHeader(await postSignIn(site, ann))
    const headers = { cookie, origin: 'https://evil.example' }
    const response = await visit(site, { path: '/signout', form: {}, headers }, site.signOut)
    expect(namesOf(response)).not.toContain(SESSION)
    expect(lastError()).toMatchObject({ type: 'MissingCSRF' })
  })
})

test('the actions work without handle', async () => {
  const { signIn } = makeSite()
  const other = {
    handle: SvelteKitAuth({ providers: [passwords], secret: SECRET, trustHost: true, logger: silent }).handle,
  }
  const form = { providerId: 'credentials', ...ann, redirect: 'false' }
  expect(await (await visit(other, { path: '/signin', form }, signIn)).json()).toEqual({ url: `${ORIGIN}/` })
})

test('a config function is called once per request', async () => {
  let calls = 0
  const site = SvelteKitAuth(async () => {
    calls += 1
    return options
  })
  await visit(site, { path: '/signin', form: { providerId: 'credentials', ...ann } }, site.signIn)
  expect(calls).toBe(1)
})
