import type { SvelteKitAuthConfig } from '@authwright/sveltekit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { visit } from './support/kit.ts'
import { makeSite, ORIGIN, postSignIn, silent, type Site } from './support/site.ts'

const PROVIDER = 'https://signin.example'

const provider = (mode: 'form_post' | 'query') => ({
  id: 'service',
  name: 'Service',
  type: 'oauth' as const,
  clientId: 'app',
  clientSecret: 'secret',
  authorization: { url: `${PROVIDER}/authorize`, params: { response_mode: mode } },
  token: `${PROVIDER}/token`,
  userinfo: `${PROVIDER}/userinfo`,
})

const setup = (mode: 'form_post' | 'query') => {
  const warnings: string[] = []
  const warn = (code: string, ...rest: unknown[]): void => void warnings.push([code, ...rest].join(' '))
  const config: Partial<SvelteKitAuthConfig> = { providers: [provider(mode)], logger: { ...silent, warn } }
  return { site: makeSite(config), warnings }
}

const signInByAction = (site: Site) => postSignIn(site, { providerId: 'service' })

const signInByRoute = (site: Site) => visit(site, { path: '/auth/signin/service', form: {} })

const signInByClient = (site: Site) =>
  visit(site, { path: '/auth/signin/service', form: {}, headers: { 'x-auth-return-redirect': '1' } })

describe('the warning about a provider that responds with a form', () => {
  test.each([
    ['the action', signInByAction],
    ['the route', signInByRoute],
    ['the client', signInByClient],
  ])('is logged once when a second sign-in by %s starts before any response', async (_method, signIn) => {
    const { site, warnings } = setup('form_post')
    await signIn(site)
    expect(warnings).toEqual([])
    for (let i = 0; i < 3; i += 1) await signIn(site)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(`csrf.trustedOrigins lists ${PROVIDER}`)
  })

  test('is not logged after a response', async () => {
    const { site, warnings } = setup('form_post')
    await signInByAction(site)
    const form = { code: 'code', state: 'state' }
    await visit(site, { path: '/auth/callback/service', form, headers: { origin: PROVIDER } })
    for (let i = 0; i < 3; i += 1) await signInByAction(site)
    expect(warnings).toEqual([])
  })

  test('is logged although a form of the same origin was posted to the callback', async () => {
    const { site, warnings } = setup('form_post')
    await signInByAction(site)
    await visit(site, { path: '/auth/callback/service', form: {}, headers: { origin: ORIGIN } })
    await signInByAction(site)
    expect(warnings).toHaveLength(1)
  })
})

test('is not logged for a provider that responds with a redirect', async () => {
  const { site, warnings } = setup('query')
  for (let i = 0; i < 3; i += 1) await signInByAction(site)
  expect(warnings).toEqual([])
})

describe('the warning about forms that SvelteKit refuses, because browsers use another address', () => {
  const { host } = new URL(ORIGIN)
  const elsewhere = 'https://public.example'

  /** The warnings of some requests, which come from a page with this address. */
  const warningsOf = async (
    more: Partial<SvelteKitAuthConfig>,
    referer: string,
    requests: readonly object[] = [{}],
  ) => {
    const warnings: string[] = []
    const warn = (code: string, text: string): void => void warnings.push(`${code} ${text}`)
    const site = makeSite({ ...more, logger: { ...silent, warn } as NonNullable<SvelteKitAuthConfig['logger']> })
    for (const request of [...requests, ...requests])
      await visit(site, { path: '/', headers: { referer }, ...request }, () => 'page')
    return warnings
  }

  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  test.each([
    ['is logged after a page of another scheme, as without ORIGIN of adapter-node', {}, `http://${host}/`, 1],
    ['is not logged after a page of the application', {}, `${ORIGIN}/pricing`, 0],
    ['is not logged after a page of another site', {}, `${elsewhere}/`, 0],
    ['is not logged after a page of another site that starts with the same text', {}, `${ORIGIN}.example/`, 0],
    ['is not logged without a page', {}, '', 0],
    ['is not logged if AUTH_URL is the address', { origin: `${ORIGIN}/` }, '', 0],
    ['is not logged if AUTH_URL is not an address, which is an error', { origin: host }, '', 0],
  ])('%s', async (_name, more, referer, count) => {
    expect(await warningsOf(more, referer)).toEqual(
      Array(count).fill(expect.stringMatching(/^proxy-not-trusted .*Set ORIGIN/)),
    )
  })

  test('is logged at the first request if AUTH_URL is another address, with both addresses and what to set', async () => {
    const requests = [{}, { origin: 'http://10.0.0.7:3000' }]
    const [warning = '', ...more] = await warningsOf({ origin: elsewhere }, '', requests)
    for (const part of [`AUTH_URL is ${elsewhere}`, ORIGIN, `set ORIGIN=${elsewhere}`, `origin: '${elsewhere}'`])
      expect(warning).toContain(part)
    expect(more).toEqual([])
  })

  test('names the address that ORIGIN gives to SvelteKit', async () => {
    vi.stubEnv('ORIGIN', 'https://wrong.example')
    const [warning = ''] = await warningsOf({}, `http://${host}/`)
    expect(warning).toContain('than SvelteKit, which takes https://wrong.example for it and refuses their forms')
  })

  test('is logged on a preview host if ORIGIN is AUTH_URL', async () => {
    const headers = { host: 'preview.example', referer: 'https://preview.example/' }
    expect(await warningsOf({ origin: ORIGIN }, '', [{ headers }])).toHaveLength(1)
  })

  test('is not logged on a development server, where SvelteKit accepts all forms', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    expect(await warningsOf({}, `http://${host}/`)).toEqual([])
    expect(await warningsOf({ origin: elsewhere }, '')).toEqual([])
  })

  test('compares paths.origin, with which SvelteKit 3 compares the origin of forms', async () => {
    vi.stubGlobal('__SVELTEKIT_PATHS_ORIGIN__', elsewhere)
    expect(await warningsOf({ origin: elsewhere }, '')).toEqual([])
    expect(await warningsOf({}, `${elsewhere}/pricing`)).toEqual([])
    expect(await warningsOf({ origin: elsewhere }, `${ORIGIN}/pricing`)).toHaveLength(1)
    expect(await warningsOf({ origin: ORIGIN }, '')).toEqual([expect.stringContaining(`takes ${elsewhere}`)])
  })
})
