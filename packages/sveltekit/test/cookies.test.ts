import { describe, expect, test } from 'vitest'
import { cookieHeader, namesOf, redirect, visit, type KitVersion } from './support/kit.ts'
import { ann, clockRuntime, makeSite, postSignIn } from './support/site.ts'

const SESSION = '__Host-authwright.session-token'
const DAY = 86_400

/** An application, and a browser whose session cookie is due for renewal. */
const dueSession = async (more = {}) => {
  const { runtime, forward } = clockRuntime()
  const site = makeSite(more, runtime)
  const cookie = cookieHeader(await postSignIn(site, ann))
  forward(2 * DAY)
  return { site, headers: { cookie } }
}

/** A promise and the function that resolves it. */
const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe.each<KitVersion>([2, 3])('the renewed session cookie (SvelteKit %i)', (version) => {
  test('is set once', async () => {
    const { site, headers } = await dueSession()
    const response = await visit(site, { path: '/', headers, version }, ({ locals }) => locals.auth())
    expect(namesOf(response)).toEqual([SESSION])
  })

  test('is set when a hook redirects', async () => {
    const { site, headers } = await dueSession()
    const response = await visit(site, { path: '/', headers, version }, async ({ locals }) => {
      await locals.auth()
      redirect(303, '/elsewhere')
    })
    expect(response.status).toBe(303)
    expect(namesOf(response)).toEqual([SESSION])
  })

  test('is set on a response with immutable headers', async () => {
    const { site, headers } = await dueSession()
    const response = await visit(site, { path: '/', headers, version }, async ({ locals }) => {
      await locals.auth()
      return Response.redirect('https://app.example/elsewhere', 307)
    })
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('https://app.example/elsewhere')
    expect(namesOf(response)).toEqual([SESSION])
  })

  test('is set when the read is pending at the end of the response', async () => {
    const pending = gate()
    const hold = async ({ session }: { session: { expires: string } }) => {
      await pending.opened
      return session
    }
    const { site, headers } = await dueSession({ callbacks: { session: hold } })
    const response = visit(site, { path: '/', headers, version }, ({ locals }) => {
      void locals.auth()
      return 'shell'
    })
    pending.open()
    expect(namesOf(await response)).toEqual([SESSION])
  })

  test('is set when a hook reads the session after the response was created', async () => {
    const { site, headers } = await dueSession()
    const lateRead = {
      handle: (input: Parameters<typeof site.handle>[0]) =>
        site.handle({
          ...input,
          resolve: async (event) => {
            const response = await input.resolve(event)
            await event.locals.auth()
            return response
          },
        }),
    }
    expect(namesOf(await visit(lateRead, { path: '/', headers, version }))).toEqual([SESSION])
  })

  test('is not renewed by a first read while the body streams, but by the next request', async () => {
    const { site, headers } = await dueSession()
    const sent = gate()
    let streamed: Promise<unknown> | undefined
    const response = await visit(site, { path: '/', headers, version }, ({ locals }) => {
      streamed = sent.opened.then(() => locals.auth())
      return 'shell'
    })
    sent.open()
    expect(await streamed).toMatchObject({ user: { name: 'Ann' } })
    expect(namesOf(response)).toEqual([])
    expect(namesOf(await visit(site, { path: '/', headers, version }, ({ locals }) => locals.auth()))).toEqual([
      SESSION,
    ])
  })

  test('does not replace a cookie of the same name that the application sets', async () => {
    const { site, headers } = await dueSession()
    const response = await visit(site, { path: '/', headers, version }, async ({ locals, cookies }) => {
      await locals.auth()
      cookies.delete(SESSION, { path: '/' })
      cookies.set('own', 'kept', { path: '/' })
    })
    expect(namesOf(response)).toEqual([SESSION, 'own'])
    expect(cookieHeader(response)).toBe('own=kept')
  })
})

test('a session that is not due for renewal sets no cookie', async () => {
  const site = makeSite()
  const cookie = cookieHeader(await postSignIn(site, ann))
  const response = await visit(site, { path: '/', headers: { cookie } }, ({ locals }) => locals.auth())
  expect(namesOf(response)).toEqual([])
})

test('a response with a session cookie is not stored by shared caches', async () => {
  const { site, headers } = await dueSession()
  const shared = { headers: { 'cache-control': 'public, s-maxage=600' } }
  const response = await visit(site, { path: '/', headers }, async ({ locals }) => {
    await locals.auth()
    return new Response('hello', shared)
  })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const plain = await visit(site, { path: '/' }, () => new Response('hello', shared))
  expect(plain.headers.get('cache-control')).toBe('public, s-maxage=600')
})

test('a sign-in keeps the other cookies of the browser', async () => {
  const site = makeSite()
  const form = { providerId: 'credentials', ...ann, redirect: 'false' }
  const cookie = `theme=dark; ${SESSION}=old; ${SESSION}.0=chunk`
  const response = await visit(site, { path: '/signin', form, headers: { cookie } }, async (event) => {
    await site.signIn(event)
    return event.locals.auth()
  })
  expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
  expect(namesOf(response)).not.toContain('theme')
})
