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

const siteThatSays = (mode: 'form_post' | 'query') => {
  const said: string[] = []
  const warn = (code: string, ...rest: unknown[]): void => void said.push([code, ...rest].join(' '))
  const config: Partial<SvelteKitAuthConfig> = { providers: [provider(mode)], logger: { ...silent, warn } }
  return { site: makeSite(config), said }
}

const leaveByAction = (site: Site) => postSignIn(site, { providerId: 'service' })

const leaveByRoute = (site: Site) => visit(site, { path: '/auth/signin/service', form: {} })

const leaveByClient = (site: Site) =>
  visit(site, { path: '/auth/signin/service', form: {}, headers: { 'x-auth-return-redirect': '1' } })

describe('a provider that answers by a form, which SvelteKit refuses before any hook', () => {
  test.each([
    ['the action', leaveByAction],
    ['the route', leaveByRoute],
    ['the client', leaveByClient],
  ])('is told of, once, when a second person leaves by %s before any answer came', async (_way, leave) => {
    const { site, said } = siteThatSays('form_post')
    await leave(site)
    expect(said).toEqual([])
    for (let i = 0; i < 3; i += 1) await leave(site)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(`csrf.trustedOrigins lists ${PROVIDER}`)
  })

  test('is not told of when an answer came through', async () => {
    const { site, said } = siteThatSays('form_post')
    await leaveByAction(site)
    const form = { code: 'code', state: 'state' }
    await visit(site, { path: '/auth/callback/service', form, headers: { origin: PROVIDER } })
    for (let i = 0; i < 3; i += 1) await leaveByAction(site)
    expect(said).toEqual([])
  })

  test('is told of although a form of our own was posted there', async () => {
    const { site, said } = siteThatSays('form_post')
    await leaveByAction(site)
    await visit(site, { path: '/auth/callback/service', form: {}, headers: { origin: ORIGIN } })
    await leaveByAction(site)
    expect(said).toHaveLength(1)
  })
})

test('a provider that answers by a redirect is not waited for', async () => {
  const { site, said } = siteThatSays('query')
  for (let i = 0; i < 3; i += 1) await leaveByAction(site)
  expect(said).toEqual([])
})
