import { AstroAuth, getSession, type AstroContext, type AuthLocals } from '@authwright/astro/server'
import { expect, onTestFinished, test, vi } from 'vitest'

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

const openInvalid = (mode: string, origin: string): Promise<Response> => {
  vi.stubEnv('NODE_ENV', mode)
  onTestFinished(() => void vi.unstubAllEnvs())
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const context = { ...contextOf('/'), request: new Request(`${origin}/`, { headers }), url: new URL(origin) }
  const logger = { error: () => undefined }
  return AstroAuth({ ...config, logger, secret: 'short' }).onRequest(context, async () => {
    await (context.locals as AuthLocals).auth()
    return page()
  })
}

test('a page whose session cannot be read shows the developer what the log says', async () => {
  const response = await openInvalid('development', 'http://localhost:4321')
  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(await response.text()).toMatch(/WeakSecret: .*^\[fix\] .*<a href="https:\/\/\S+errors\/weaksecret\.md">/ms)
})

test.each([
  ['development', 'https://app.example.com'],
  ['production', 'http://localhost:4321'],
])('and Astro shows its error page in %s at %s', async (mode, origin) => {
  await expect(openInvalid(mode, origin)).rejects.toThrow(/^[^[]*$/)
})

test('getSession names what is missing', async () => {
  await expect(getSession(new Request('https://app.example.com/'))).rejects.toThrow('middleware')
})
