import { AuthError, CredentialsSignin, SvelteKitAuth } from '@authwright/sveltekit'
import type { SvelteKitAuthConfig } from '@authwright/sveltekit'
import { TooManyRequests } from '@authwright/core/errors'
import { fail } from '@sveltejs/kit'
import { describe, expect, test } from 'vitest'
import { cookieHeader, lastError, namesOf, visit } from './support/kit.ts'
import { ORIGIN, SECRET, ann, makeSite, options, passwords, postSignIn, silent } from './support/site.ts'

const SESSION = '__Secure-authwright.session-token'

const whoIs = async (site: ReturnType<typeof makeSite>, cookie: string): Promise<unknown> => {
  const response = await visit(site, { path: '/', headers: { cookie } }, ({ locals }) => locals.auth())
  return response.json()
}

describe('the sign-in action', () => {
  test('signs in and redirects to where the form says', async () => {
    const site = makeSite()
    const response = await postSignIn(site, { ...ann, redirectTo: '/welcome' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/welcome`)
    expect(await whoIs(site, cookieHeader(response))).toMatchObject({ user: { name: 'Ann' } })
  })

  test('redirects to the page it was sent from when the form says nothing, and home when nobody knows', async () => {
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

  test.each([[{}], [{ providerId: '' }], [{ providerId: 'nobody' }]])(
    'without a provider that is configured leads to the sign-in page',
    async (form) => {
      const site = makeSite()
      const response = await visit(site, { path: '/signin', form }, site.signIn)
      expect(response.headers.get('location')).toBe(`${ORIGIN}/auth/signin`)
      expect(namesOf(response)).not.toContain(SESSION)
    },
  )

  test('leads to a provider on another origin, with the parameters of the form but none that protect the flow', async () => {
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
    expect(namesOf(response).some((name) => name.startsWith('__Secure-authwright.state'))).toBe(true)
  })

  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a sibling site', { origin: ORIGIN, 'sec-fetch-site': 'same-site' }],
    ['no word of where it comes from', { origin: '' }],
  ])('refuses a form with %s: the check is never skipped', async (_name, headers) => {
    const site = makeSite()
    const response = await postSignIn(site, { ...ann, redirect: 'false' }, { headers })
    expect(namesOf(response)).not.toContain(SESSION)
    expect(await response.json()).toMatchObject({ status: 403, data: { error: 'MissingCSRF' } })
  })

  test('says so when the form was read before', async () => {
    const site = makeSite()
    await visit(site, { path: '/signin', form: ann }, async (event) => {
      await event.request.formData()
      return site.signIn(event)
    })
    expect(lastError()).toBeInstanceOf(AuthError)
    expect(String(lastError())).toContain('was read before')
  })
})

describe('with redirect=false', () => {
  test.each(['false', 'FALSE', '0', 'no'])('(written %s) the address is returned', async (redirect) => {
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
  ])('a refusal is a typed failure', async (form, data) => {
    const response = await postSignIn(makeSite(), { ...form, redirect: 'false' })
    expect(await response.json()).toEqual({ status: 401, data })
    expect(namesOf(response)).not.toContain(SESSION)
  })

  test('the refusal of a callback is one too', async () => {
    const site = makeSite({ callbacks: { signIn: () => false } })
    const response = await postSignIn(site, { ...ann, redirect: 'false' })
    expect(await response.json()).toEqual({ status: 403, data: { error: 'AccessDenied' } })
  })

  test('what is the owner’s to mend is thrown, with its cause', async () => {
    const response = await postSignIn(makeSite({ secret: 'short' }), { ...ann, redirect: 'false' })
    expect(response.status).toBe(500)
    expect(lastError()).toMatchObject({ type: 'WeakSecret' })
  })
})

describe('a sign-in that fails', () => {
  const wrong = { name: 'ann', password: 'wrong' }

  test('is thrown to the application, with no redirect', async () => {
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

  test('that nobody catches leads to the sign-in page', async () => {
    const response = await postSignIn(makeSite(), wrong)
    expect(lastError()).toBeInstanceOf(CredentialsSignin)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/auth/signin?error=CredentialsSignin&code=credentials')
  })

  test('because it was tried too often says when to come again, caught or not', async () => {
    const authorize = () => Promise.reject(new TooManyRequests('slow down', { retryAfter: 90 }))
    const tooOften = { id: 'credentials', name: 'Password', type: 'credentials' as const, credentials: {}, authorize }
    const site = makeSite({ providers: [tooOften] })
    const returned = await postSignIn(site, { ...wrong, redirect: 'false' })
    expect(await returned.json()).toEqual({ status: 429, data: { error: 'TooManyRequests', retryAfter: 90 } })
    const led = await postSignIn(site, wrong)
    expect(led.headers.get('location')).toBe('/auth/signin?error=TooManyRequests&retryAfter=90')
  })

  test('that nobody catches leads to the application’s own page, in the way that an enhanced form understands', async () => {
    const site = makeSite({ pages: { signIn: '/login?from=form' } })
    const response = await postSignIn(site, wrong, { headers: { 'x-sveltekit-action': 'true' } })
    expect(await response.json()).toEqual({
      type: 'redirect',
      status: 302,
      location: '/login?from=form&error=CredentialsSignin&code=credentials',
    })
  })

  test('by a refusing callback leads to the error page', async () => {
    const response = await postSignIn(makeSite({ callbacks: { signIn: () => false } }), ann)
    expect(response.headers.get('location')).toBe('/auth/error?error=AccessDenied')
  })

  test('for a reason that is the owner’s to mend stays an error', async () => {
    const response = await postSignIn(makeSite({ secret: 'short' }), ann)
    expect(response.status).toBe(500)
    expect(lastError()).toMatchObject({ type: 'WeakSecret' })
  })

  test('by what SvelteKit’s redirect throws in a callback signs nobody in', async () => {
    const { redirect } = await import('@sveltejs/kit')
    const site = makeSite({ callbacks: { signIn: () => redirect(303, '/elsewhere') } })
    const response = await postSignIn(site, ann)
    expect(namesOf(response)).not.toContain(SESSION)
    expect(response.headers.get('location')).toBe('/auth/error?error=AccessDenied')
  })
})

describe('within one request', () => {
  test('a sign-in is seen by what comes after it', async () => {
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

  test('a sign-out is seen by what comes after it', async () => {
    const site = makeSite()
    const cookie = cookieHeader(await postSignIn(site, ann))
    const asked = { path: '/signout', form: { redirect: 'false' }, headers: { cookie } }
    const response = await visit(site, asked, async (event) => {
      const before = await event.locals.auth()
      await site.signOut(event)
      return [before, await event.locals.auth()]
    })
    expect(await response.json()).toEqual([expect.objectContaining({ user: expect.anything() }), null])
  })

  test('a reading that began before a sign-in does not undo it', async () => {
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
    expect(await whoIs(site, cookieHeader(response))).toMatchObject({ user: { name: 'Carol' } })
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

  test('with redirect=false returns where it would have led', async () => {
    const site = makeSite()
    const response = await visit(
      site,
      { path: '/signout', form: { redirect: 'false', redirectTo: '/bye' } },
      site.signOut,
    )
    expect(await response.json()).toEqual({ url: `${ORIGIN}/bye` })
  })

  test('refuses a form of a foreign origin', async () => {
    const site = makeSite()
    const cookie = cookieHeader(await postSignIn(site, ann))
    const headers = { cookie, origin: 'https://evil.example' }
    const response = await visit(site, { path: '/signout', form: {}, headers }, site.signOut)
    expect(namesOf(response)).not.toContain(SESSION)
    expect(lastError()).toMatchObject({ type: 'MissingCSRF' })
  })
})

test('the actions work without the hook', async () => {
  const { signIn } = makeSite()
  const bare = {
    handle: SvelteKitAuth({ providers: [passwords], secret: SECRET, trustHost: true, logger: silent }).handle,
  }
  const form = { providerId: 'credentials', ...ann, redirect: 'false' }
  expect(await (await visit(bare, { path: '/signin', form }, signIn)).json()).toEqual({ url: `${ORIGIN}/` })
})

test('a config that is a function is asked once a request', async () => {
  let asked = 0
  const site = SvelteKitAuth(async () => {
    asked += 1
    return options
  })
  await visit(site, { path: '/signin', form: { providerId: 'credentials', ...ann } }, site.signIn)
  expect(asked).toBe(1)
})
