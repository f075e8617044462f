import type { SvelteKitAuthConfig } from '@authwright/sveltekit'
import { describe, expect, test } from 'vitest'
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

  test.each([
    ['is logged after a page of another scheme, as without ORIGIN of adapter-node', {}, `http://${host}/`, 1],
    ['is logged after a page of AUTH_URL', { origin: elsewhere }, `${elsewhere}/pricing`, 1],
    ['is not logged after a page of the application', {}, `${ORIGIN}/pricing`, 0],
    ['is not logged after a page of another site', {}, `${elsewhere}/`, 0],
    [
      'is not logged after a page of another site that starts with the same text',
      { origin: elsewhere },
      `${ORIGIN}.example/`,
      0,
    ],
    ['is not logged without a page', {}, '', 0],
  ])('%s', async (_name, more, referer, count) => {
    const warnings: string[] = []
    const warn = (code: string, text: string): void => void warnings.push(`${code} ${text}`)
    const site = makeSite({ ...more, logger: { ...silent, warn } as NonNullable<SvelteKitAuthConfig['logger']> })
    for (let i = 0; i < 2; i += 1) await visit(site, { path: '/', headers: { referer } }, () => 'page')
    expect(warnings).toEqual(Array(count).fill(expect.stringMatching(/^proxy-not-trusted .*Set ORIGIN/)))
  })
})
