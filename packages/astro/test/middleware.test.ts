import { AstroAuth, getSession, type AstroContext, type AuthLocals } from '@authwright/astro/server'
import { expect, test } from 'vitest'

const contextOf = (path: string, isPrerendered = false): AstroContext & { readonly locals: Partial<AuthLocals> } => {
  const url = new URL(path, 'https://app.example.com')
  return { request: new Request(url), url, locals: {}, cookies: { headers: () => [] }, isPrerendered }
}

const page = () => Promise.resolve(new Response('page'))

const config = { providers: [], secret: 'a secret of the tests, long enough to be one', trustHost: true }

test('a prerendered page has no user, and its guard fails the build', async () => {
  const context = contextOf('/', true)
  // Without a secret.
  const response = await AstroAuth({ providers: [] }).onRequest(context, page)
  expect(await response.text()).toBe('page')
  const locals = context.locals as AuthLocals
  expect(await locals.auth()).toBeNull()
  expect(() => locals.requireUser()).toThrow('prerender = false')
})

test('of two instances, the first one sets the members of locals', async () => {
  const context = contextOf('/')
  const [first, second] = [AstroAuth(config), AstroAuth({ ...config, basePath: '/staff/auth' })]
  await first.onRequest(context, () => second.onRequest(context, page))
  expect(context.locals.auth).toBe(first.authFor(context).auth)
  const own = await second.onRequest(contextOf('/staff/auth/session'), page)
  expect(await own.json()).toBeNull()
})

test('takes variables from the function that Astro has for them', async () => {
  const asked: string[] = []
  const { onRequest } = AstroAuth({ providers: [] }, {}, (name) => {
    asked.push(name)
    return name === 'AUTH_SECRET' ? config.secret : name === 'AUTH_TRUST_HOST' ? 'true' : undefined
  })
  expect((await onRequest(contextOf('/auth/session'), page)).status).toBe(200)
  expect(asked).toContain('AUTH_SECRET')
})

test('getSession names what is missing', async () => {
  await expect(getSession(new Request('https://app.example.com/'))).rejects.toThrow('middleware')
})
